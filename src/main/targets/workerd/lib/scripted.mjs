// Gives a scripted answer: the given lines and body in the given shape, and nothing of the platform's own.
import { filled } from "./retry-dates.mjs";

export const SHAPES = ["whole", "silent", "cut", "drip", "endless-events", "endless-line", "large"];

const LARGE = 10_000_000;
const LONGEST_MS = 600_000;
const DRIP_MS = 1000;
/** Fast enough to exhaust a careless client, slow enough to leave it a processor. */
const BREATH_MS = 2;

/**
 * @param named the id of the session that the answer names; undefined for none
 * @param isOver resolves when the answer has to end, whatever its shape
 */
export async function give(response, script, requestId, named, isOver) {
  const headers = script.headers.flatMap(([name, value]) => [name, filled(value)]);
  if (named) headers.push("mcp-session-id", named);
  const body = Buffer.from(script.body.replaceAll("{request-id}", JSON.stringify(requestId ?? null)));
  const lengths = { whole: body.length, cut: body.length, large: LARGE };
  if (script.shape === "cut" && body.length === 0) {
    // Cut before its first byte: with a body to come, or the answer would be whole.
    headers.push("transfer-encoding", "chunked");
  } else if (script.shape in lengths && script.status !== 204 && script.status !== 304) {
    headers.push("content-length", String(lengths[script.shape]));
  }
  response.writeHead(script.status, headers);
  response.flushHeaders();
  const over = { yet: false };
  isOver.then(() => (over.yet = true));
  response.on("close", () => (over.yet = true));
  switch (script.shape) {
    case "whole":
      response.end(body);
      return;
    case "large":
      response.write(body.subarray(0, LARGE));
      response.end(Buffer.alloc(Math.max(0, LARGE - body.length), "x"));
      return;
    case "cut":
      await written(response, body.subarray(0, Math.floor(body.length / 2)));
      break;
    case "silent":
      await Promise.race([isOver, closed(response), pause(LONGEST_MS)]);
      break;
    case "drip":
      await repeat(response, over, DRIP_MS, (i) => (i < body.length ? body.subarray(i, i + 1) : Buffer.from(" ")));
      break;
    case "endless-events":
      await written(response, body);
      await repeat(response, over, BREATH_MS, () => Buffer.from(`: ${"x".repeat(1000)}\n\n`));
      break;
    case "endless-line":
      await written(response, body);
      await repeat(response, over, BREATH_MS, () => Buffer.alloc(64 * 1024, "x"));
      break;
  }
  response.destroy();
}

async function repeat(response, over, every, piece) {
  const end = Date.now() + LONGEST_MS;
  for (let i = 0; !over.yet && Date.now() < end; i++) {
    await written(response, piece(i));
    await pause(every);
  }
}

/** Resolves when the bytes have left, or never will. */
function written(response, bytes) {
  return new Promise((resolve) => {
    if (bytes.length === 0 || response.destroyed) return resolve();
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}

function closed(response) {
  return new Promise((resolve) => response.once("close", resolve));
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
