// Who sends a request: the owner of its bearer. Two are configured; one more for every id ever asked for, derived from the id,
// so that nothing has to be remembered.
import { createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = "caller~";
const ID = /^[A-Za-z0-9._-]{1,80}$/;

export class Callers {
  #main;
  #other;
  #secret;

  /** Without a bearer of its own for `main` the server is open, and everyone is `main`. */
  constructor({ main, other, secret }) {
    this.#main = main;
    this.#other = other;
    this.#secret = secret;
  }

  static isValid(id) {
    return typeof id === "string" && ID.test(id);
  }

  get isOpen() {
    return !this.#main;
  }

  bearerOf(id) {
    if (id === "main" && this.#main) return this.#main;
    if (id === "other" && this.#other) return this.#other;
    return `${PREFIX}${id}~${this.#signature(id)}`;
  }

  /** The caller of an Authorization header; undefined for a credential that nobody owns. */
  of(authorization) {
    if (this.isOpen) return "main";
    const bearer = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1].trim();
    if (!bearer) return undefined;
    if (same(this.#main, bearer)) return "main";
    if (this.#other && same(this.#other, bearer)) return "other";
    const cut = bearer.lastIndexOf("~");
    const id = bearer.slice(PREFIX.length, cut);
    if (!bearer.startsWith(PREFIX) || !Callers.isValid(id)) return undefined;
    return same(this.#signature(id), bearer.slice(cut + 1)) ? id : undefined;
  }

  #signature(id) {
    return createHmac("sha256", this.#secret).update(id).digest("base64url");
  }
}

/** In a time that does not tell how much of it is right. */
export function same(expected, given) {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
