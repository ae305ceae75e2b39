// The worker around the sessions: who may speak to a session, and what a client is told when the platform resets one under its
// request. This is the part that servers forget; unwrapped.js is the same server without it.
import { backstage, notTheirs, toAgent, wiped } from "./agent.js";
import { tell } from "./backstage.js";
import { resourceDocument, turnedAway } from "./neighbours.js";
import { errorAnswer, goneAnswer, isOpening, orderOf, restartAnswer } from "./restart-answer.js";
export { Session } from "./session.js";

const TRIES = 8;
/** The headers of an answer wait for its first event, so that a reset before it can still be told; a client is not kept waiting longer. */
const HELD_BACK_MS = 10_000;

export default {
  async fetch(request, env, ctx) {
    return (await backstage(request, env)) ?? turnedAway(request) ?? resourceDocument(request) ?? (await serve(request, env, ctx));
  },
};

async function serve(request, env, ctx) {
  const url = new URL(request.url);
  const isFromTheDoor = request.headers.get("x-backstage-token") === env.BACKSTAGE_TOKEN;
  const caller = isFromTheDoor ? request.headers.get("x-backstage-caller") : null;
  if (url.pathname === "/mcp" && request.method !== "OPTIONS" && caller === null) return unauthorized(request, url);
  if (request.headers.has("x-backstage-draining")) return restartAnswer();
  const body = request.method === "POST" ? await request.text() : undefined;
  for (let i = 1; ; i++) {
    const outcome = await attempt(request, body, env, ctx, caller);
    // It met a runtime that was just being disposed of, and has not been looked at: the next runtime takes it.
    if (outcome !== undefined) return outcome;
    if (i === TRIES) return restartAnswer();
    await scheduler.wait(5 * i);
  }
}

async function attempt(request, body, env, ctx, caller) {
  const order = orderOf(request);
  let minted;
  try {
    const refusal = await notTheirs(request, env, caller);
    if (refusal) return refusal;
    const answer = await toAgent(request, body, env, ctx, caller, (id) => (minted = id));
    return await shaped(request, answer, order, () => interrupted(env, request, minted, order));
  } catch (e) {
    if (e?.message === "evicted") return undefined;
    if (e?.message === "destroyed") return goneAnswer();
    if (!isReset(e)) throw e;
    return interrupted(env, request, minted, order);
  }
}

/** The platform marks what it has reset; an error of the server's own carries no mark and stays a 500. */
function isReset(e) {
  return e?.durableObjectReset === true || e?.retryable === true || /abortAllDurableObjects|the platform restarts/.test(e?.message ?? "");
}

/**
 * Nobody was told the id of what this opening has made, so nobody but us can take it back (RST-09). Where the order was to strike
 * before anything was made there is nothing; and to ask the object would only start it into the same order once more.
 */
async function interrupted(env, request, minted, order) {
  if (isOpening(request) && minted !== undefined && order.phase !== "before-mint") {
    await wiped(env, minted);
    await tell(env, "lost", { session: minted });
  }
  return order.effect === "destroy" ? goneAnswer() : restartAnswer(order.retryAfter);
}

/** Holds the headers back until there is something to tell, and gives the answer the form that was asked for. */
async function shaped(request, answer, order, onInterruption) {
  if (request.method !== "POST" || answer.status !== 200 || !answer.body) return answer;
  const reader = answer.body.getReader();
  const early = order.phase === "after-headers" && !isOpening(request);
  const held = early ? { parts: [], ended: false } : await untilFirstEvent(reader);
  if (held.ended) return onInterruption();
  if (request.headers.get("x-backstage-form") === "json") return inOnePiece(reader, held.parts, answer, onInterruption);
  return new Response(following(reader, held.parts), answer);
}

async function untilFirstEvent(reader) {
  const parts = [];
  const decoder = new TextDecoder();
  let text = "";
  const end = Date.now() + HELD_BACK_MS;
  while (!/^data:/m.test(text) && Date.now() < end) {
    const { done, value } = await reader.read();
    if (done) return { parts, ended: true };
    parts.push(value);
    text += decoder.decode(value, { stream: true });
  }
  return { parts, ended: false };
}

/** The rest of an event stream; one that ends without an event was interrupted, and must not look like a success. */
function following(reader, parts) {
  let seen = parts.length > 0;
  return new ReadableStream({
    async pull(controller) {
      if (parts.length > 0) return controller.enqueue(parts.shift());
      const { done, value } = await reader.read();
      if (!done) {
        seen = true;
        controller.enqueue(value);
      } else if (seen) {
        controller.close();
      } else {
        controller.error(new Error("interrupted"));
      }
    },
    cancel(reason) {
      return reader.cancel(reason);
    },
  });
}

async function inOnePiece(reader, parts, answer, onInterruption) {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  const text = await new Blob(parts).text();
  const events = text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/).filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trim()).join("\n"));
  const messages = events.filter(Boolean).map((data) => JSON.parse(data)).filter((m) => m.id !== undefined && m.method === undefined);
  if (messages.length === 0) return onInterruption();
  const headers = new Headers(answer.headers);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(messages.length === 1 ? messages[0] : messages), { status: 200, headers });
}

function unauthorized(request, url) {
  const found = `resource_metadata="${url.origin}/.well-known/oauth-protected-resource/mcp"`;
  const challenge = request.headers.has("authorization")
    ? `Bearer error="invalid_token", error_description="The bearer token is invalid", ${found}`
    : `Bearer ${found}`;
  return errorAnswer(401, -32001, "Unauthorized", { "www-authenticate": challenge, "access-control-expose-headers": "WWW-Authenticate" });
}
