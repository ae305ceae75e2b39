// Installs the packages and builds the workers, once before the first start. Every package is checked against the lock file's
// hashes; scripts of packages are not run.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { binaryOf, WorkerdFailure } from "./lib/workerd.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const LEAST_NODE = 20;

function fail(why) {
  console.error(why);
  process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < LEAST_NODE) {
  fail(`Node.js ${LEAST_NODE} or newer is needed; this is ${process.versions.node}`);
}

console.log("installing packages: about 290 MB");
const npm = spawnSync("npm", ["ci", "--ignore-scripts", "--no-progress", "--loglevel", "error"], { cwd: HERE, encoding: "utf8" });
if (npm.error) fail("npm cannot be run; it comes with Node.js");
if (npm.status !== 0) {
  const said = npm.stderr.split("\n").map((l) => l.replace(/^npm (error|ERR!) ?/, "").trim()).filter((l) => l && !/complete log|^code /.test(l));
  fail(`npm ci failed: ${said.slice(0, 2).join("; ") || `status ${npm.status}`}; is the package registry within reach?`);
}

try {
  binaryOf(HERE);
} catch (e) {
  fail(e instanceof WorkerdFailure ? e.message : `workerd cannot be found: ${e.message}`);
}

console.log("building the workers");
rmSync(join(HERE, "dist"), { recursive: true, force: true });
await import("./build.mjs");
