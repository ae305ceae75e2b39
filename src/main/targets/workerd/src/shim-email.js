// The agents package imports this name; outside Cloudflare's network there is no mail, and this target sends none.
export class EmailMessage {}
