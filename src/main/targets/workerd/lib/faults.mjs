// Every armed fault and every hold, keyed by caller, so that one caller's faults never touch another's. They are the lever's,
// not the platform's: they outlive every restart of workerd.

const EVERYONE = "";
const MOST_TICKETS = 10_000;
/** A request whose lever was forgotten goes on by itself. */
const LONGEST_HOLD_MS = 120_000;

/** An order to park one request, and the place where it is parked. */
export class Hold {
  #held = settable();
  #released = settable();

  constructor(ticket, caller, operation, phase) {
    Object.assign(this, { kind: "hold", ticket, caller, operation, phase, times: 1 });
  }

  get state() {
    return this.#released.isSet ? "released" : this.#held.isSet ? "held" : "armed";
  }

  /** Parks a request; resolves to the verdict. The first verdict stands. */
  async park() {
    this.#held.set();
    const timer = setTimeout(() => this.release("go-on"), LONGEST_HOLD_MS);
    try {
      return await this.#released.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  release(verdict) {
    this.#released.set(verdict);
  }

  /** Resolves when a request is parked or the hold is released, at most that long. */
  async awaitHeld(milliseconds) {
    let timer;
    const timeOut = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
    await Promise.race([this.#held.promise, this.#released.promise, timeOut]);
    clearTimeout(timer);
  }
}

export class Faults {
  #queues = new Map();
  #forms = new Map();
  #holds = new Map();
  #tickets = 0;

  /** @param fault `{kind: "plan" | "script" | "hold", operation, times, ...}` */
  arm(caller = EVERYONE, fault) {
    const queue = this.#queues.get(caller) ?? [];
    queue.push({ fault, strikes: 0 });
    this.#queues.set(caller, queue);
  }

  hold(caller = EVERYONE, operation, phase) {
    const hold = new Hold(String(++this.#tickets), caller, operation, phase);
    this.#holds.set(hold.ticket, hold);
    if (this.#holds.size > MOST_TICKETS) {
      this.#holds.delete(this.#holds.keys().next().value);
    }
    this.arm(caller, hold);
    return hold;
  }

  held(ticket) {
    return this.#holds.get(ticket);
  }

  /** Gives the verdict on what is parked; a hold that no request has met is disarmed instead. */
  release(hold, verdict) {
    const queue = this.#queues.get(hold.caller) ?? [];
    const at = queue.findIndex((armed) => armed.fault === hold);
    if (at >= 0) queue.splice(at, 1);
    hold.release(at >= 0 ? "go-on" : verdict);
  }

  /** What strikes this request, with the how-many-th strike it is: the caller's own first, in the order they were given. */
  next(caller, operation) {
    return this.#nextOf(caller, operation) ?? this.#nextOf(EVERYONE, operation);
  }

  #nextOf(key, operation) {
    const queue = this.#queues.get(key) ?? [];
    const at = queue.findIndex(({ fault }) => fault.operation === "any" || fault.operation === operation);
    if (at < 0) return undefined;
    const armed = queue[at];
    const number = armed.strikes++;
    if (armed.strikes >= armed.fault.times) queue.splice(at, 1);
    return { fault: armed.fault, number };
  }

  answerAs(caller = EVERYONE, form) {
    this.#forms.set(caller, form);
  }

  form(caller) {
    return this.#forms.get(caller) ?? this.#forms.get(EVERYONE);
  }

  /** Lifts every fault of that caller and lets what it holds go on; of everyone when there is none. */
  clear(caller) {
    if (caller === undefined) {
      this.#queues.clear();
      this.#forms.clear();
    } else {
      this.#queues.delete(caller);
      this.#forms.delete(caller);
    }
    for (const hold of this.#holds.values()) {
      if (caller === undefined || hold.caller === caller) hold.release("go-on");
    }
  }

  /** What is parked when the platform restarts is struck with it. */
  releaseParked(verdict) {
    for (const hold of this.#holds.values()) {
      if (hold.state === "held") hold.release(verdict);
    }
  }
}

function settable() {
  const box = { isSet: false };
  box.promise = new Promise((resolve) => {
    box.set = (value) => {
      box.isSet = true;
      resolve(value);
    };
  });
  return box;
}
