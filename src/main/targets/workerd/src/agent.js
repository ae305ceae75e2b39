// What both workers share: the agent's own handler for a request whose caller is known, and the orders that the process at the door
// gives outside of any request.
import unsafe from "workerd:unsafe";
import { errorAnswer, isOpening, orderOf } from "./restart-answer.js";
import { Session } from "./session.js";

const agent = Session.serve("/mcp", { binding: "SESSION" });

export function stubOf(env, id) {
  return env.SESSION.get(env.SESSION.idFromName(`streamable-http:${id}`));
}

/** The refusal of a request to somebody else's session; undefined for any other request. */
export async function notTheirs(request, env, caller) {
  const session = request.headers.get("mcp-session-id");
  if (!session || caller === null) return undefined;
  const owner = await stubOf(env, session).owner();
  return owner === null || owner === caller
    ? undefined
    : errorAnswer(403, -32003, "MCP session does not belong to the current bearer");
}

/**
 * Hands a request to the agent.
 *
 * @param onMint told the id of the session that an opening is about to make
 */
export async function toAgent(request, body, env, ctx, caller, onMint = () => {}) {
  const headers = new Headers(request.headers);
  const order = headers.has("x-backstage-order")
    ? { ...orderOf(request), flight: Number(request.headers.get("x-backstage-flight")) }
    : undefined;
  if (order) headers.set("x-backstage-order", JSON.stringify(order));
  ctx.props = { caller };
  if (isOpening(request)) {
    ctx.props.order = order;
    headers.set("x-backstage-opening", "yes");
  }
  if (request.method === "DELETE" && order) {
    await stubOf(env, request.headers.get("mcp-session-id")).expectEnding(order);
  }
  const copy = new Request(request.url, { method: request.method, headers, body });
  return agent.fetch(copy, { ...env, SESSION: watched(env.SESSION, onMint) }, ctx);
}

/** The agent makes the id itself; nobody could take back a session whose id was never told. */
function watched(namespace, onMint) {
  return new Proxy(namespace, {
    get(target, name) {
      if (name === "newUniqueId") {
        return (...words) => {
          const id = target.newUniqueId(...words);
          onMint(id.toString());
          return id;
        };
      }
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** An order of the process at the door; undefined for any other request. */
export async function backstage(request, env) {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/backstage/")) return undefined;
  if (request.headers.get("x-backstage-token") !== env.BACKSTAGE_TOKEN) return new Response("", { status: 404 });
  const { session } = await request.json();
  switch (pathname.slice("/backstage/".length)) {
    case "evict": return Response.json({ said: await evicted(env, session) });
    case "destroy":
      await wiped(env, session);
      return Response.json({ said: "destroyed" });
    case "reset-all":
      await unsafe.abortAllDurableObjects("the platform restarts");
      return Response.json({ said: "reset" });
    default: return new Response("", { status: 404 });
  }
}

async function evicted(env, session) {
  try {
    return await stubOf(env, session).evict();
  } catch {
    // It ended under the call, as it was asked to.
    return "evicted";
  }
}

/** The object aborts at the end, so that the call itself always fails. */
export async function wiped(env, session) {
  await stubOf(env, session).wipe().catch(() => {});
}
