// Disposes of runtimes: above a cap the least recently used, past an idle window the silent ones, on request all. Never one that
// is busy. The runtime is asked in its own process and ends itself, so that what it is doing is what it knows itself.

const EVERYONE = "";
const LOOK_EVERY_MS = 50;

export class Disposer {
  #sessions;
  #ask;
  #caps = new Map();
  #windows = new Map();
  #timer;
  #underWay = new Set();

  /** @param ask asks a session's runtime to end itself; resolves to "evicted" or "busy" */
  constructor({ sessions, ask }) {
    this.#sessions = sessions;
    this.#ask = ask;
  }

  cap(caller = EVERYONE, runtimes) {
    set(this.#caps, caller, runtimes);
    this.trim();
  }

  idle(caller = EVERYONE, window) {
    set(this.#windows, caller, window);
    this.#look();
  }

  async evict(caller) {
    const results = await Promise.all(this.#sessions.runtimes(caller).map((s) => this.#dispose(s, "evict")));
    return { evicted: results.filter((r) => r === "evicted").length, busy: results.filter((r) => r === "busy").length };
  }

  clear(caller) {
    for (const limits of [this.#caps, this.#windows]) {
      if (caller === undefined) limits.clear();
      else limits.delete(caller);
    }
  }

  close() {
    clearInterval(this.#timer);
  }

  /**
   * A runtime has started: where that is one too many, another goes. Nobody waits for it. One after the other: two at once would
   * both find the same one too many, and dispose of two.
   */
  trim(started) {
    this.#trimming = this.#trimming.then(() => this.#trimAll(started)).catch(() => {});
  }
  #trimming = Promise.resolve();

  async #trimAll(started) {
    for (const [key, most] of this.#caps) await this.#trim(key, most, started);
  }

  async #trim(key, most, started) {
    const runtimes = this.#sessions.runtimes(key === EVERYONE ? undefined : key);
    let over = runtimes.length - most;
    for (const session of runtimes) {
      if (over <= 0) return;
      if (session.id === started || this.#underWay.has(session.id)) continue;
      if ((await this.#dispose(session, "cap")) === "evicted") over--;
    }
  }

  #look() {
    clearInterval(this.#timer);
    if (this.#windows.size === 0) return;
    this.#timer = setInterval(() => {
      for (const [key, window] of this.#windows) {
        for (const session of this.#sessions.runtimes(key === EVERYONE ? undefined : key)) {
          if (Date.now() - session.usedAt >= window && !this.#underWay.has(session.id)) {
            this.#dispose(session, "idle").catch(() => {});
          }
        }
      }
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #dispose(session, reason) {
    // Before its client was told its id, its opening is under way.
    if (session.busy > 0 || !session.named) return "busy";
    this.#underWay.add(session.id);
    try {
      const said = await this.#ask(session.id);
      if (said === "evicted") this.#sessions.disposed(session.id, reason);
      return said;
    } finally {
      this.#underWay.delete(session.id);
    }
  }
}

function set(limits, key, value) {
  if (value === undefined) limits.delete(key);
  else limits.set(key, value);
}
