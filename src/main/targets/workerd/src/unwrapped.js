// The same sessions behind the same checks of neighbours, bearer and owner, and nothing else. What the platform throws when it resets an object leaves as it is: the
// server that most people write.
import { backstage, notTheirs, toAgent } from "./agent.js";
import { resourceDocument, turnedAway } from "./neighbours.js";
import { errorAnswer } from "./restart-answer.js";
export { Session } from "./session.js";

export default {
  async fetch(request, env, ctx) {
    const answer = (await backstage(request, env)) ?? turnedAway(request) ?? resourceDocument(request);
    if (answer) return answer;
    const isFromTheDoor = request.headers.get("x-backstage-token") === env.BACKSTAGE_TOKEN;
    const caller = isFromTheDoor ? request.headers.get("x-backstage-caller") : null;
    if (caller === null) return errorAnswer(401, -32001, "Unauthorized", { "www-authenticate": "Bearer" });
    const refusal = await notTheirs(request, env, caller);
    if (refusal) return refusal;
    const body = request.method === "POST" ? await request.text() : undefined;
    return toAgent(request, body, env, ctx, caller);
  },
};
