// What a client is told when its session's object was reset under it. Written from the contract's text, as the embedded platform
// and the suite's matcher each have it once more: shared, a slip would pass on both sides.

/** @param retryAfter seconds or a date; null sends none */
export function restartAnswer(retryAfter = "2") {
  const headers = { "access-control-allow-origin": "*" };
  if (retryAfter !== null) headers["retry-after"] = retryAfter;
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32001, message: "MCP session is restarting, please retry" }, id: null },
    { status: 503, headers },
  );
}

/** For a session that is gone for good. */
export function goneAnswer() {
  return errorAnswer(404, -32001, "Session timed out, please reconnect");
}

export function errorAnswer(status, code, message, headers = {}) {
  return Response.json(
    { jsonrpc: "2.0", error: { code, message }, id: null },
    { status, headers: { "access-control-allow-origin": "*", ...headers } },
  );
}

/** The order that a request carries from the door; an empty one where it carries none. */
export function orderOf(request) {
  return JSON.parse(request.headers.get("x-backstage-order") ?? "{}");
}

/** Whether the request is an opening: the only one that has no session yet. */
export function isOpening(request) {
  return request.method === "POST" && !request.headers.get("mcp-session-id");
}
