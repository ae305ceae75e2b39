// The control protocol (docs/control-protocol.md of the product): token, paths, JSON, errors, and what each pull means.
import { Callers, same } from "./callers.mjs";
import { ControlBody, ControlFault, wrong } from "./control-body.mjs";
import { SHAPES } from "./scripted.mjs";

const OPERATIONS = ["initialize", "confirmation", "call", "ending", "stream", "any"];
const PHASES = ["before-mint", "after-mint", "after-headers"];
const LONGEST_WAIT_MS = 60_000;

export class Control {
  #token;
  #faults;
  #sessions;
  #callers;
  #platform;

  constructor({ token, faults, sessions, callers, platform }) {
    this.#token = token;
    this.#faults = faults;
    this.#sessions = sessions;
    this.#callers = callers;
    this.#platform = platform;
  }

  /** Answers one request to the control interface: `{status, body}`. */
  async answer(method, url, token, text) {
    try {
      if (!same(this.#token, token ?? "")) {
        throw new ControlFault(401, "The header X-Control-Token is missing or wrong.");
      }
      return { status: 200, body: (await this.#pull(method, new URL(url, "http://control"), text)) ?? {} };
    } catch (e) {
      if (e instanceof ControlFault) return { status: e.status, body: { error: e.message } };
      return { status: 500, body: { error: `The platform failed: ${e.message}` } };
    }
  }

  #pull(method, url, text) {
    const parts = url.pathname.split("/").slice(2);
    if (parts.length > 2) throw new ControlFault(404, "There is no such path in the control interface.");
    const [what = "", which = ""] = parts;
    switch (`${method} /${what}${which ? "/*" : ""}`) {
      case "GET /": return this.#declared();
      case "PUT /callers/*": return this.#caller(which);
      case "POST /plans": return this.#plan(text);
      case "POST /answers": return this.#script(text);
      case "POST /forms": return this.#form(text);
      case "POST /holds": return this.#hold(text);
      case "GET /holds/*": return this.#awaitHeld(which, url);
      case "POST /holds/*": return this.#release(which, text);
      case "POST /restart": return this.#move(text, () => this.#platform.restart());
      case "POST /drain": return this.#move(text, () => this.#platform.drain());
      case "POST /kill": return this.#move(text, () => this.#platform.kill());
      case "POST /cap": return this.#cap(text);
      case "POST /evict": return this.#evict(text);
      case "POST /idle": return this.#idle(text);
      case "GET /disposals": return { disposals: this.#sessions.disposals(callerIn(url)) };
      case "GET /counts": return this.#sessions.counts(callerIn(url));
      case "POST /clear": return this.#clear(text);
      case "POST /replace":
      case "POST /outage": throw new ControlFault(501, "This platform does not declare that verb.");
      default: throw new ControlFault(404, "There is no such verb and path in the control interface.");
    }
  }

  #declared() {
    const verbs = this.#platform.verbs.filter((v) => v !== "new-caller" || !this.#callers.isOpen);
    return { protocol: 1, verbs };
  }

  #demand(verb) {
    if (!this.#platform.verbs.includes(verb)) throw new ControlFault(501, "This platform does not declare that verb.");
  }

  #caller(id) {
    if (this.#callers.isOpen) throw new ControlFault(501, "An open server has one caller only.");
    if (!Callers.isValid(id)) throw wrong("A caller's id must be letters, digits, -, . or _, at most 80.");
    return { id, bearer: this.#callers.bearerOf(id) };
  }

  #plan(text) {
    const told = new ControlBody(text, "caller", "operation", "phase", "times", "retryAfter", "effect");
    const plan = {
      kind: "plan",
      operation: told.word("operation", undefined, OPERATIONS),
      phase: told.word("phase", "before-mint", PHASES),
      times: told.times(),
      retryAfter: told.retryAfter(),
      effect: told.word("effect", "restart", ["restart", "destroy", "start-up-timeout"]),
    };
    if (plan.effect === "start-up-timeout" && (plan.operation !== "initialize" || plan.phase !== "before-mint")) {
      throw wrong("Only an opening starts an object: effect start-up-timeout needs operation initialize at before-mint.");
    }
    this.#faults.arm(told.caller(), plan);
  }

  #script(text) {
    this.#demand("scripted-answers");
    const told = new ControlBody(text, "caller", "operation", "times", "status", "headers", "body", "shape", "namesSession");
    this.#faults.arm(told.caller(), {
      kind: "script",
      operation: told.word("operation", undefined, OPERATIONS),
      times: told.times(),
      status: told.number("status", 200, 200, 599),
      headers: told.headers(),
      body: told.text("body") ?? "",
      shape: told.word("shape", "whole", SHAPES),
      namesSession: told.flag("namesSession"),
    });
  }

  #form(text) {
    this.#demand("scripted-answers");
    const told = new ControlBody(text, "caller", "form");
    this.#faults.answerAs(told.caller(), told.word("form", undefined, ["json", "event-stream"]));
  }

  #hold(text) {
    const told = new ControlBody(text, "caller", "operation", "phase");
    const hold = this.#faults.hold(
      told.caller(),
      told.word("operation", undefined, OPERATIONS),
      told.word("phase", "before-mint", PHASES),
    );
    return { ticket: hold.ticket };
  }

  async #awaitHeld(ticket, url) {
    const hold = this.#known(ticket);
    await hold.awaitHeld(withinIn(url));
    return { state: hold.state };
  }

  #release(ticket, text) {
    const hold = this.#known(ticket);
    const told = new ControlBody(text, "verdict");
    this.#faults.release(hold, told.word("verdict", undefined, ["go-on", "restart", "destroy", "cut"]));
  }

  #known(ticket) {
    const hold = this.#faults.held(ticket);
    if (!hold) throw new ControlFault(404, "There is no hold with that ticket.");
    return hold;
  }

  async #move(text, act) {
    new ControlBody(text);
    await act();
  }

  #cap(text) {
    const told = new ControlBody(text, "caller", "runtimes");
    return this.#platform.disposer.cap(told.caller(), told.limit("runtimes"));
  }

  #evict(text) {
    return this.#platform.disposer.evict(new ControlBody(text, "caller").caller());
  }

  #idle(text) {
    const told = new ControlBody(text, "caller", "window");
    return this.#platform.disposer.idle(told.caller(), told.limit("window"));
  }

  async #clear(text) {
    const told = new ControlBody(text, "caller", "sessions");
    const caller = told.caller();
    const all = told.word("sessions", "unnamed", ["unnamed", "all"]) === "all";
    if (all && caller === undefined) throw wrong("sessions all needs a caller: nobody ends everyone's.");
    this.#faults.clear(caller);
    this.#platform.disposer.clear(caller);
    // What was let go on gets to name its session first; the unnamed that remain are nobody's.
    await this.#platform.settle(caller);
    const reclaimed = all ? this.#sessions.live(caller) : this.#sessions.unnamed(caller);
    await Promise.all(reclaimed.map((s) => this.#platform.destroy(s.id)));
    return { reclaimed: reclaimed.length };
  }
}

function callerIn(url) {
  return only(url, "caller");
}

function withinIn(url) {
  const within = only(url, "within") ?? "0";
  if (!/^\d{1,9}$/.test(within)) throw wrong("within must be a whole number of milliseconds.");
  return Math.min(Number(within), LONGEST_WAIT_MS);
}

function only(url, name) {
  for (const key of url.searchParams.keys()) {
    if (key !== name) throw wrong(`The only query parameter here is ${name}.`);
  }
  return url.searchParams.get(name) ?? undefined;
}
