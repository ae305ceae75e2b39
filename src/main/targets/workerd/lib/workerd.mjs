// One workerd process: found, started, awaited, killed, started again on its port and its storage.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";

const START_WITHIN_MS = 20_000;
const KEPT_LINES = 20;

/** What hinders workerd, in one sentence that says what to do. */
export class WorkerdFailure extends Error {}

/** The binary of this machine, checked against the version that this target was written for. */
export function binaryOf(folder) {
  const wanted = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies.workerd;
  const require = createRequire(join(folder, "platform.mjs"));
  let installed;
  try {
    installed = dirname(require.resolve("workerd/package.json"));
  } catch {
    throw new WorkerdFailure("workerd is not installed; run: npm ci --ignore-scripts && npm run build");
  }
  const version = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).version;
  if (version !== wanted) {
    throw new WorkerdFailure(`workerd ${version} is installed, this target needs ${wanted}; run: npm ci --ignore-scripts`);
  }
  const packageName = `@cloudflare/workerd-${process.platform}-${process.arch === "x64" ? "64" : process.arch}`;
  try {
    const binary = createRequire(join(installed, "package.json")).resolve(`${packageName}/bin/workerd`);
    if (existsSync(binary)) return binary;
  } catch {
    // Told below.
  }
  throw new WorkerdFailure(`there is no workerd for this machine (${process.platform} ${process.arch}): npm has no package ${packageName}, or it was not installed`);
}

export class Workerd {
  #command;
  #environment;
  #onDeath;
  #child;
  #lines = [];
  #wanted = false;
  /** Chosen at the first start and kept from then on. */
  port = 0;

  /**
   * @param words arguments behind `serve`
   * @param onDeath told the last lines when it ends without having been killed here
   */
  constructor({ binary, words, environment, onDeath }) {
    this.#command = [binary, "serve", "--experimental", ...words];
    this.#environment = environment;
    this.#onDeath = onDeath;
  }

  async start() {
    const [binary, ...words] = this.#command;
    const child = spawn(binary, [...words, "--socket-addr", `http=127.0.0.1:${this.port}`, "--control-fd=3"], {
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    this.#child = child;
    this.#wanted = true;
    child.stdout.on("data", (data) => this.#keep(data));
    child.stderr.on("data", (data) => this.#keep(data));
    child.on("exit", (code, signal) => {
      if (child === this.#child && this.#wanted) {
        this.#wanted = false;
        this.#onDeath(`workerd ended by itself (${signal ?? `status ${code}`})${this.#said()}`);
      }
    });
    await this.#ready(child);
  }

  async #ready(child) {
    const port = await new Promise((resolve, reject) => {
      let told = "";
      const timer = setTimeout(() => reject(new WorkerdFailure(`workerd did not listen within ${START_WITHIN_MS / 1000} s${this.#said()}`)), START_WITHIN_MS);
      const settle = (act) => {
        clearTimeout(timer);
        act();
      };
      child.on("error", (e) => settle(() => reject(new WorkerdFailure(`workerd cannot be run: ${e.message}`))));
      child.on("exit", () => settle(() => reject(new WorkerdFailure(`workerd ended before it listened${this.#said()}`))));
      child.stdio[3].on("data", (data) => {
        told += data;
        const listening = told.split("\n").filter(Boolean).map(parsed).find((m) => m?.event === "listen" && m.socket === "http");
        if (listening) settle(() => resolve(listening.port));
      });
    });
    this.port = port;
    await accepts(port);
  }

  /** At once, whatever it is doing: it would drain for up to half a minute. Resolves when it is gone. */
  async kill() {
    const child = this.#child;
    this.#wanted = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** The same where nobody can wait any more. */
  killNow() {
    this.#wanted = false;
    this.#child?.kill("SIGKILL");
  }

  #keep(data) {
    this.#lines.push(...String(data).split("\n").map((l) => l.trimEnd()).filter(Boolean));
    this.#lines.splice(0, Math.max(0, this.#lines.length - KEPT_LINES));
  }

  #said() {
    return this.#lines.length === 0 ? "" : `; it wrote last: ${this.#lines.slice(-3).join(" | ")}`;
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function accepts(port) {
  for (let i = 0; i < 200; i++) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new WorkerdFailure(`workerd does not accept connections on port ${port}`);
}
