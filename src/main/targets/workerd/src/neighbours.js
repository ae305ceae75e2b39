// Who may speak to a server on this machine, and by which methods. A page from elsewhere may not, and nobody may by a method that is not
// served; both are decided before anybody asks for a bearer.
import { errorAnswer } from "./restart-answer.js";

const SERVED = ["GET", "POST", "DELETE", "OPTIONS"];
const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** The answer to a request that may go no further; undefined for any other. */
export function turnedAway(request) {
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
