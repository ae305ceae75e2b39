// What is known of every session: whose it is, whether its client was ever told its id, whether it lives, and whether it has a
// runtime now. The numbers of the control protocol come from here.

const MOST_DISPOSALS = 1000;

export class Sessions {
  #all = new Map();
  #openings = new Map();
  #executions = new Map();
  #disposals = [];

  /** The platform tells it before the client can know: a session that is never named stays findable. */
  minted(id, caller) {
    if (!this.#all.has(id)) {
      this.#all.set(id, { id, caller, named: false, live: true, ended: false, runtime: false, busy: 0, usedAt: Date.now(), usedNumber: 0 });
    }
  }

  find(id) {
    return this.#all.get(id);
  }

  opening(caller) {
    this.#openings.set(caller, (this.#openings.get(caller) ?? 0) + 1);
  }

  executed(caller, tool) {
    const tools = this.#executions.get(caller) ?? {};
    tools[tool] = (tools[tool] ?? 0) + 1;
    this.#executions.set(caller, tools);
  }

  named(id) {
    const session = this.#all.get(id);
    if (session) session.named = true;
  }

  ended(id) {
    const session = this.#all.get(id);
    if (session?.live) Object.assign(session, { live: false, ended: true });
  }

  /** Gone without its client having ended it. */
  lost(id) {
    const session = this.#all.get(id);
    if (session) Object.assign(session, { live: false, runtime: false });
  }

  started(id) {
    const session = this.#all.get(id);
    if (session) {
      session.runtime = true;
      this.used(id);
    }
  }

  stopped(id) {
    const session = this.#all.get(id);
    if (session) session.runtime = false;
  }

  /** Every runtime ended at once. */
  allStopped() {
    for (const session of this.#all.values()) session.runtime = false;
  }

  /** Used at this moment; the number tells two moments of one millisecond apart. */
  used(id) {
    const session = this.#all.get(id);
    if (session) {
      session.usedAt = Date.now();
      session.usedNumber = ++this.#uses;
    }
  }
  #uses = 0;

  disposed(id, reason) {
    const session = this.#all.get(id);
    if (!session) return;
    session.runtime = false;
    this.#disposals.push({ caller: session.caller, session: id, reason, idleMillis: Date.now() - session.usedAt });
    if (this.#disposals.length > MOST_DISPOSALS) this.#disposals.shift();
  }

  disposals(caller) {
    return this.#disposals
      .filter((d) => caller === undefined || d.caller === caller)
      .map(({ session, reason, idleMillis }) => ({ session, reason, idleMillis }));
  }

  /** That caller's runtimes, least recently used first. */
  runtimes(caller) {
    return this.#of(caller)
      .filter((s) => s.runtime && s.live)
      .sort((a, b) => a.usedNumber - b.usedNumber);
  }

  unnamed(caller) {
    return this.#of(caller).filter((s) => s.live && !s.named);
  }

  live(caller) {
    return this.#of(caller).filter((s) => s.live);
  }

  counts(caller) {
    const sessions = this.#of(caller);
    const number = (condition) => sessions.filter(condition).length;
    const callers = caller === undefined ? [...this.#executions.keys()] : [caller];
    const executions = {};
    for (const each of callers) {
      for (const [tool, times] of Object.entries(this.#executions.get(each) ?? {})) {
        executions[tool] = (executions[tool] ?? 0) + times;
      }
    }
    const openings = caller === undefined
      ? [...this.#openings.values()].reduce((a, b) => a + b, 0)
      : (this.#openings.get(caller) ?? 0);
    return {
      created: sessions.length,
      named: number((s) => s.named),
      unnamed: number((s) => s.live && !s.named),
      live: number((s) => s.live),
      ended: number((s) => s.ended),
      openings,
      executions,
      runtimes: number((s) => s.live && s.runtime),
    };
  }

  #of(caller) {
    return [...this.#all.values()].filter((s) => caller === undefined || s.caller === caller);
  }
}
