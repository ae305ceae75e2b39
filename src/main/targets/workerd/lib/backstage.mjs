// What the workers tell and ask while a request is under way: that a session was made, runs, has ended; and where a request that
// is held waits for its verdict.

export class Backstage {
  #faults;
  #sessions;
  #door;
  #onStart;

  /** @param onStart told the session whose runtime has started */
  constructor({ faults, sessions, door, onStart }) {
    this.#faults = faults;
    this.#sessions = sessions;
    this.#door = door;
    this.#onStart = onStart;
  }

  async answer(what, told) {
    switch (what) {
      case "minted": return this.#sessions.minted(told.session, told.caller);
      case "started":
        this.#sessions.started(told.session);
        return this.#onStart(told.session);
      case "stopped": return this.#sessions.stopped(told.session);
      case "ended": return this.#sessions.ended(told.session);
      case "lost": return this.#sessions.lost(told.session);
      case "executed": return this.#sessions.executed(told.caller, told.tool);
      case "park": return this.#park(told);
      default: throw new Error(`nothing is called ${what} backstage`);
    }
  }

  async #park({ ticket, flight }) {
    const verdict = (await this.#faults.held(ticket)?.park()) ?? "go-on";
    if (verdict === "cut") this.#door.flight(flight)?.cut();
    return { verdict };
  }
}
