// A restartable MCP platform on the real thing: sessions are durable objects in workerd. This process starts workerd, stands at
// its door, serves the control protocol and takes everything with it when it ends.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { Backstage } from "./lib/backstage.mjs";
import { Callers } from "./lib/callers.mjs";
import { Control } from "./lib/control.mjs";
import { Disposer } from "./lib/disposer.mjs";
import { Door } from "./lib/door.mjs";
import { Faults } from "./lib/faults.mjs";
import { optionsOf, UsageError } from "./lib/options.mjs";
import { Sessions } from "./lib/sessions.mjs";
import { StateFolder } from "./lib/state-folder.mjs";
import { binaryOf, Workerd, WorkerdFailure } from "./lib/workerd.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const DRAIN_MS = 5_000;
const LOOK_FOR_PARENT_MS = 250;

const VERBS = [
  "restart-in-flight", "destroy", "hold", "scripted-answers", "restart", "drain", "kill",
  "evict", "cap", "idle", "start-up-timeout", "new-caller", "count", "clear",
];

class Platform {
  #options;
  #token = randomBytes(24).toString("hex");
  #faults = new Faults();
  #sessions = new Sessions();
  #callers = new Callers({ main: process.env.MCP_BEARER, other: process.env.MCP_OTHER_BEARER, secret: randomBytes(32) });
  #door = new Door({ faults: this.#faults, sessions: this.#sessions, callers: this.#callers, token: this.#token });
  #state;
  #holder;
  #edge;
  #desk;
  #moving = Promise.resolve();
  disposer = new Disposer({ sessions: this.#sessions, ask: (session) => this.#order("evict", session) });

  constructor(options) {
    this.#options = options;
  }

  get verbs() {
    return this.#options.form === "unwrapped" ? VERBS.filter((v) => v !== "scripted-answers") : VERBS;
  }

  async open() {
    const binary = binaryOf(HERE);
    const bundle = join(HERE, "dist", this.#options.form === "unwrapped" ? "unwrapped.mjs" : "host.mjs");
    if (!existsSync(bundle)) throw new WorkerdFailure("the worker is not built; run: npm run build");
    const token = process.env.MCP_CONTROL_TOKEN;
    if (!token) throw new UsageError("set MCP_CONTROL_TOKEN: the control interface is not open to everyone");
    this.#state = StateFolder.fresh();
    await this.#openDesk(token);
    // Of our own environment only the mark by which the suite finds what it started, should we be gone: secrets stay here.
    const mark = process.env.SESSION_SURVIVAL_STARTED;
    const environment = { BACKSTAGE_TOKEN: this.#token, ...(mark && { SESSION_SURVIVAL_STARTED: mark }) };
    const died = (why) => fail(why);
    this.#holder = new Workerd({
      binary,
      words: [
        join(HERE, this.#options.form === "unwrapped" ? "unwrapped.capnp" : "host.capnp"),
        "--directory-path", `sessions=${this.#state.sessions}`,
        "--external-addr", `backstage=127.0.0.1:${this.#options.controlPort}`,
      ],
      environment,
      onDeath: died,
    });
    await this.#holder.start();
    if (this.#options.form === "edge") {
      this.#edge = new Workerd({
        binary,
        words: [join(HERE, "edge.capnp"), "--external-addr", `holder=127.0.0.1:${this.#holder.port}`],
        environment,
        onDeath: died,
      });
      await this.#edge.start();
    }
    await this.#door.open(this.#options.port, (this.#edge ?? this.#holder).port);
  }

  async #openDesk(token) {
    const control = new Control({ token, faults: this.#faults, sessions: this.#sessions, callers: this.#callers, platform: this });
    const backstage = new Backstage({
      faults: this.#faults,
      sessions: this.#sessions,
      door: this.#door,
      onStart: (session) => this.disposer.trim(session),
    });
    this.#desk = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, async (incoming, response) => {
      const parts = [];
      for await (const part of incoming) parts.push(part);
      const text = Buffer.concat(parts).toString("utf8");
      const answer = incoming.url.startsWith("/backstage/")
        ? await this.#backstage(backstage, incoming, text)
        : /^\/control(\/|\?|$)/.test(incoming.url)
          ? await control.answer(incoming.method, incoming.url, incoming.headers["x-control-token"], text)
          : { status: 404, body: { error: "The control interface is at /control." } };
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise((resolve, reject) => {
      this.#desk.once("error", reject);
      this.#desk.listen(this.#options.controlPort, "127.0.0.1", resolve);
    });
  }

  async #backstage(backstage, incoming, text) {
    if (incoming.headers["x-backstage-token"] !== this.#token) return { status: 401, body: {} };
    return { status: 200, body: (await backstage.answer(incoming.url.split("/")[2], JSON.parse(text))) ?? {} };
  }

  /** Every runtime at once, as the platform itself resets them; the process lives on. */
  restart() {
    return this.#move(async () => {
      this.#faults.releaseParked("restart");
      await this.#order("reset-all");
      this.#sessions.allStopped();
    });
  }

  /** Newcomers are told to wait, what is under way may finish, then the process that holds the sessions is exchanged. */
  drain() {
    return this.#move(async () => {
      this.#door.draining = true;
      try {
        const end = Date.now() + DRAIN_MS;
        while (this.#door.working > 0 && Date.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        await this.#exchange();
      } finally {
        this.#door.draining = false;
      }
    });
  }

  kill() {
    return this.#move(() => this.#exchange());
  }

  async #exchange() {
    await this.#holder.kill();
    this.#faults.releaseParked("restart");
    this.#sessions.allStopped();
    await this.#holder.start();
  }

  /** One move after the other. */
  #move(act) {
    const next = this.#moving.then(act, act);
    this.#moving = next.catch(() => {});
    return next;
  }

  async settle(caller) {
    this.#door.endScripted(caller);
    await this.#door.awaitNoOpening(caller, 2_000);
  }

  async destroy(session) {
    await this.#order("destroy", session);
    this.#sessions.lost(session);
  }

  /** An order to the worker that holds the sessions. */
  async #order(what, session) {
    const answer = await fetch(`http://127.0.0.1:${this.#holder.port}/backstage/${what}`, {
      method: "POST",
      headers: { "x-backstage-token": this.#token, "content-type": "application/json" },
      body: JSON.stringify({ session }),
    });
    if (!answer.ok) throw new Error(`the worker answered ${answer.status} to ${what}`);
    return (await answer.json()).said;
  }

  closeNow() {
    this.#edge?.killNow();
    this.#holder?.killNow();
    this.disposer.close();
    this.#door.close();
    this.#desk?.close();
    this.#state?.remove();
  }
}

let platform;

function end(status) {
  platform?.closeNow();
  process.exit(status);
}

function fail(why) {
  console.error(`workerd target: ${why}`);
  end(1);
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => end(0));
process.on("uncaughtException", (e) => fail(`it failed: ${e.message}`));
process.on("unhandledRejection", (e) => fail(`it failed: ${e?.message ?? e}`));

// Whoever started it may be killed and can end nothing any more.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && end(0), LOOK_FOR_PARENT_MS).unref();

try {
  const options = optionsOf(process.argv.slice(2));
  platform = new Platform(options);
  await platform.open();
  console.log(`MCP at http://127.0.0.1:${options.port}/mcp, control at http://127.0.0.1:${options.controlPort}/control, form ${options.form}`);
} catch (e) {
  if (e.code === "EADDRINUSE") fail(`port ${e.port} is taken already; end what listens on it, or choose another`);
  else if (e instanceof UsageError || e instanceof WorkerdFailure) fail(e.message);
  else fail(`it cannot start: ${e.message}`);
}
