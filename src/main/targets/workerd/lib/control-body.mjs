// The JSON body of a pull of the lever, every member checked: a misspelt one must not be a fault that never strikes.
import { Callers } from "./callers.mjs";

const OUR_OWN = ["content-length", "transfer-encoding", "connection", "date"];
const MOST_TIMES = 10_000;
const LONGEST_WINDOW_MS = 3_600_000;

export class ControlFault extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function wrong(message) {
  return new ControlFault(400, message);
}

export class ControlBody {
  #body;

  /** An empty body counts as an empty object. */
  constructor(text, ...allowed) {
    let body;
    try {
      body = text.length === 0 ? {} : JSON.parse(text);
    } catch {
      throw wrong("The body must be one JSON object.");
    }
    if (body === null || typeof body !== "object" || Array.isArray(body)) {
      throw wrong("The body must be one JSON object.");
    }
    const unknown = Object.keys(body).filter((k) => !allowed.includes(k)).sort();
    if (unknown.length > 0) {
      throw wrong(`Unknown member ${unknown[0]}; allowed: ${allowed.sort().join(", ") || "none"}.`);
    }
    this.#body = body;
  }

  #member(name) {
    return this.#body[name] ?? undefined;
  }

  text(name) {
    const value = this.#member(name);
    if (value !== undefined && typeof value !== "string") throw wrong(`${name} must be a string.`);
    return value;
  }

  /** The caller whose requests are meant; undefined for everyone's. */
  caller() {
    const caller = this.text("caller");
    if (caller !== undefined && !Callers.isValid(caller)) {
      throw wrong("caller must be letters, digits, -, . or _, at most 80.");
    }
    return caller;
  }

  word(name, otherwise, allowed) {
    const word = this.text(name) ?? otherwise;
    if (word === undefined) throw wrong(`${name} is missing.`);
    if (!allowed.includes(word)) throw wrong(`${name} has no such word; see the protocol.`);
    return word;
  }

  number(name, otherwise, least, most) {
    const number = this.#member(name);
    if (number === undefined) return otherwise;
    if (!Number.isInteger(number) || number < least || number > most) {
      throw wrong(`${name} must be a whole number from ${least} to ${most}.`);
    }
    return number;
  }

  times() {
    return this.number("times", 1, 1, MOST_TIMES);
  }

  /** A number that has to be there, or null, which lifts what it limits. */
  limit(name) {
    if (!(name in this.#body)) throw wrong(`${name} is missing; null lifts it.`);
    return this.number(name, undefined, 1, LONGEST_WINDOW_MS);
  }

  flag(name) {
    const value = this.#member(name);
    if (value !== undefined && typeof value !== "boolean") throw wrong(`${name} must be true or false.`);
    return value === true;
  }

  retryAfter() {
    return this.#list("retryAfter").map((value) => {
      if (value !== null && typeof value !== "string") throw wrong("retryAfter must be a list of strings and nulls.");
      if (value !== null) demandTravels("retryAfter", value);
      return value;
    });
  }

  headers() {
    return this.#list("headers").map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2 || !pair.every((p) => typeof p === "string")) {
        throw wrong("headers must be a list of [name, value] pairs.");
      }
      const [name, value] = pair;
      if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) throw wrong("A header's name must be a token.");
      if (OUR_OWN.includes(name.toLowerCase())) throw wrong(`${name} is the platform's own and cannot be scripted.`);
      demandTravels(name, value);
      return [name, value];
    });
  }

  #list(name) {
    const value = this.#member(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw wrong(`${name} must be a list.`);
    return value;
  }
}

function demandTravels(what, value) {
  if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) throw wrong(`${what} holds characters that cannot travel in a header.`);
}
