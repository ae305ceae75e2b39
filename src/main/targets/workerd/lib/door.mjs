// Where every request enters and leaves. The door hands requests on to workerd as they are and brings the answers back as they
// are; on the way it knows what is in flight, meets the faults that are the lever's (scripted answers, cut connections) and tells
// workerd which real reset a request is to meet inside it.
import { Agent, createServer, request as ask } from "node:http";
import { give } from "./scripted.mjs";
import { filled } from "./retry-dates.mjs";

const LARGEST_READ = 5 * 1024 * 1024;
/** Headers between the door and its workers; a client that sends one of its own is not believed. */
const BACKSTAGE = "x-backstage-";

export class Door {
  #faults;
  #sessions;
  #callers;
  #token;
  #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  #server;
  #sockets = new Set();
  #flights = new Map();
  #numbers = 0;
  #target = 0;
  draining = false;

  constructor({ faults, sessions, callers, token }) {
    this.#faults = faults;
    this.#sessions = sessions;
    this.#callers = callers;
    this.#token = token;
    this.#server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (incoming, response) => {
      this.#serve(incoming, response).catch(() => response.destroy());
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** @param target the port that requests are handed on to */
  open(port, target) {
    this.#target = target;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
  }

  close() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
  }

  flight(number) {
    return this.#flights.get(number);
  }

  /** Requests under way that a drain waits for: open streams and endless answers are not among them. */
  get working() {
    return [...this.#flights.values()].filter((f) => f.operation !== "stream" && !f.misbehaves).length;
  }

  endScripted(caller) {
    for (const flight of this.#flights.values()) {
      if (flight.misbehaves && (caller === undefined || flight.caller === caller)) flight.end();
    }
  }

  /** Waits until no opening of that caller is under way, at most that long. */
  async awaitNoOpening(caller, milliseconds) {
    const end = Date.now() + milliseconds;
    const opening = (f) => f.operation === "initialize" && !f.misbehaves && (caller === undefined || f.caller === caller);
    while (Date.now() < end && [...this.#flights.values()].some(opening)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #serve(incoming, response) {
    const body = await read(incoming);
    if (body === undefined) {
      response.writeHead(413, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message: "Request body too large" }, id: null }));
      return;
    }
    const flight = this.#flightOf(incoming, response, body);
    this.#flights.set(flight.number, flight);
    flight.rest = this.#keepBusy(flight);
    try {
      await this.#answer(flight, incoming, response, body);
    } finally {
      flight.rest();
      this.#flights.delete(flight.number);
    }
  }

  /**
   * The session is busy until its answer is whole, and not a moment longer: its client may ask again at once, and what was used last
   * is what was asked last.
   */
  #keepBusy(flight) {
    const session = this.#sessions.find(flight.session);
    if (!session) return () => {};
    const works = flight.operation !== "stream";
    this.#sessions.used(session.id);
    if (works) session.busy++;
    let resting = false;
    return () => {
      if (resting) return;
      resting = true;
      this.#sessions.used(session.id);
      if (works) session.busy--;
    };
  }

  #flightOf(incoming, response, body) {
    const message = incoming.method === "POST" ? parsed(body) : undefined;
    const flight = {
      number: ++this.#numbers,
      caller: this.#callers.of(incoming.headers.authorization),
      session: incoming.headers["mcp-session-id"] || undefined,
      operation: operationOf(incoming.method, message),
      requestId: Array.isArray(message) ? null : message?.id,
      misbehaves: false,
      cut: () => response.destroy(),
    };
    flight.isOver = new Promise((resolve) => (flight.end = resolve));
    return flight;
  }

  async #answer(flight, incoming, response, body) {
    let order;
    if (this.#wouldServe(flight, incoming, body)) {
      if (flight.operation === "initialize") this.#sessions.opening(flight.caller);
      const strike = this.#faults.next(flight.caller, flight.operation);
      if (strike?.fault.kind === "script") {
        await this.#script(flight, response, strike.fault);
        return;
      }
      order = strike && orderOf(strike);
    }
    await this.#handOn(flight, incoming, response, body, order);
  }

  /** A request that will be refused meets no fault and uses none up. */
  #wouldServe(flight, incoming, body) {
    if (!flight.caller || !flight.operation || new URL(incoming.url, "http://door").pathname !== "/mcp") return false;
    const accept = incoming.headers.accept ?? "";
    if (incoming.method === "POST") {
      if (!accept.includes("application/json") || !accept.includes("text/event-stream")) return false;
      if (!(incoming.headers["content-type"] ?? "").includes("application/json")) return false;
    }
    if (incoming.method === "GET" && !accept.includes("text/event-stream")) return false;
    if (flight.operation === "initialize") {
      const message = parsed(body);
      return !flight.session && typeof message?.params?.protocolVersion === "string" && message.id !== undefined;
    }
    const session = this.#sessions.find(flight.session);
    return session !== undefined && session.live && session.caller === flight.caller;
  }

  async #script(flight, response, script) {
    flight.misbehaves = !["whole", "cut", "large"].includes(script.shape);
    let named;
    if (script.namesSession) {
      named = await this.#mint(flight);
      this.#sessions.named(named);
    }
    await give(response, script, flight.requestId, named, flight.isOver);
  }

  /** A real session, opened in the caller's place. */
  #mint(flight) {
    const opening = JSON.stringify({
      jsonrpc: "2.0",
      id: "mint",
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "session-survival-lever", version: "1" } },
    });
    return new Promise((resolve, reject) => {
      const headers = { ...this.#backstage(flight), "content-type": "application/json", accept: "application/json, text/event-stream" };
      const asked = ask({ port: this.#target, host: "127.0.0.1", path: "/mcp", method: "POST", headers, agent: this.#agent }, (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.headers["mcp-session-id"]));
        answer.on("error", reject);
      });
      asked.on("error", reject);
      asked.end(opening);
    });
  }

  #backstage(flight, order) {
    const headers = { [`${BACKSTAGE}token`]: this.#token, [`${BACKSTAGE}flight`]: String(flight.number) };
    if (flight.caller) headers[`${BACKSTAGE}caller`] = flight.caller;
    if (order) headers[`${BACKSTAGE}order`] = JSON.stringify(order);
    if (this.draining) headers[`${BACKSTAGE}draining`] = "yes";
    const form = this.#faults.form(flight.caller);
    if (form) headers[`${BACKSTAGE}form`] = form;
    return headers;
  }

  #handOn(flight, incoming, response, body, order) {
    return new Promise((resolve) => {
      const headers = incoming.rawHeaders.flatMap((name, i, all) =>
        i % 2 === 0 && !name.toLowerCase().startsWith(BACKSTAGE) && !hopByHop(name) ? [name, all[i + 1]] : []);
      for (const [name, value] of Object.entries(this.#backstage(flight, order))) headers.push(name, value);
      if (body.length > 0 || incoming.method === "POST") headers.push("content-length", String(body.length));
      const asked = ask({ port: this.#target, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers, agent: this.#agent, setHost: false });
      // Nobody listens any more: workerd is to know it.
      response.on("close", () => {
        asked.destroy();
        resolve();
      });
      asked.on("error", () => response.destroy());
      asked.on("response", (answer) => {
        this.#note(flight, answer);
        const kept = answer.rawHeaders.flatMap((name, i, all) =>
          i % 2 === 0 && !name.toLowerCase().startsWith(BACKSTAGE) && !hopByHop(name) ? [name, all[i + 1]] : []);
        response.writeHead(answer.statusCode, kept);
        response.flushHeaders();
        answer.on("data", (data) => {
          if (!response.write(data)) answer.pause();
        });
        response.on("drain", () => answer.resume());
        answer.on("end", () => {
          flight.rest();
          if (answer.complete) response.end();
          else response.destroy();
        });
        answer.on("error", () => response.destroy());
        answer.on("aborted", () => response.destroy());
      });
      asked.end(body);
    });
  }

  /** Before the client can read it: whoever has seen an id finds it named, whoever has seen an ending finds it counted. */
  #note(flight, answer) {
    const id = answer.headers["mcp-session-id"];
    if (flight.operation === "initialize" && id) this.#sessions.named(id);
    if (flight.operation === "ending" && answer.statusCode < 300) this.#sessions.ended(flight.session);
  }
}

/** What a worker is to do to the request, inside workerd. */
function orderOf({ fault, number }) {
  if (fault.kind === "hold") {
    return { phase: fault.phase, effect: "hold", ticket: fault.ticket };
  }
  const values = fault.retryAfter;
  const value = values.length === 0 ? undefined : values[Math.min(number, values.length - 1)];
  return { phase: fault.phase, effect: fault.effect, retryAfter: typeof value === "string" ? filled(value) : value };
}

function operationOf(method, message) {
  if (method === "DELETE") return "ending";
  if (method === "GET") return "stream";
  if (method !== "POST" || message === undefined) return undefined;
  if (Array.isArray(message)) return "call";
  if (message.method === "initialize") return "initialize";
  if (message.method === "notifications/initialized") return "confirmation";
  return message.method !== undefined && message.id !== undefined ? "call" : "notice";
}

function hopByHop(name) {
  return ["connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "http2-settings", "expect"].includes(name.toLowerCase());
}

function parsed(body) {
  try {
    const value = JSON.parse(body.toString("utf8"));
    return value !== null && typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The whole body; undefined for one that is larger than any server here takes. */
async function read(incoming) {
  const parts = [];
  let length = 0;
  for await (const part of incoming) {
    length += part.length;
    if (length > LARGEST_READ) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
