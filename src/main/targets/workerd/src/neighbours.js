// Who may speak to a server on this machine, and by which methods. A page from elsewhere may not, not even under a name that was bent to this
// machine, and nobody may by a method that is not served; all of it is decided before anybody asks for a bearer.
import { errorAnswer } from "./restart-answer.js";

const SERVED = ["GET", "POST", "DELETE", "OPTIONS"];
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** The answer to a request that may go no further; undefined for any other. */
export function turnedAway(request) {
  if (!isLocal(new URL(request.url).origin)) return errorAnswer(421, -32600, "Host header does not match request URL");
  const origin = request.headers.get("origin");
  if (origin !== null && !isLocal(origin)) return errorAnswer(403, -32600, "Origin is not allowed");
  if (!SERVED.includes(request.method)) return errorAnswer(405, -32001, "Method not allowed", { allow: SERVED.join(", ") });
  return undefined;
}

/** By its parsed name: one that only begins like a local one is another name. */
function isLocal(origin) {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) && LOCAL.includes(url.hostname);
}

/** The document that says who grants access (RFC 9728), where it is asked for; undefined for any other request. */
export function resourceDocument(request) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/.well-known/oauth-protected-resource")) return undefined;
  const document = { resource: `${url.origin}/mcp`, authorization_servers: [url.origin], bearer_methods_supported: ["header"] };
  return Response.json(document, { headers: { "access-control-allow-origin": "*" } });
}
