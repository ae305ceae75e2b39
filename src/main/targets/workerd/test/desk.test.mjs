// The parts that need no workerd: what strikes whom, what is told, what is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Callers } from "../lib/callers.mjs";
import { Control } from "../lib/control.mjs";
import { Disposer } from "../lib/disposer.mjs";
import { Faults } from "../lib/faults.mjs";
import { optionsOf } from "../lib/options.mjs";
import { filled } from "../lib/retry-dates.mjs";
import { Sessions } from "../lib/sessions.mjs";

const plan = (operation, times = 1) => ({ kind: "plan", operation, times });

test("a caller's own faults come before everyone's, in the order they were given", () => {
  const faults = new Faults();
  faults.arm(undefined, plan("any"));
  faults.arm("a", plan("call", 2));
  assert.equal(faults.next("a", "call").number, 0);
  assert.equal(faults.next("a", "call").number, 1);
  assert.equal(faults.next("a", "call").fault.operation, "any");
  assert.equal(faults.next("a", "call"), undefined);
});

test("a fault strikes no other operation and no other caller", () => {
  const faults = new Faults();
  faults.arm("a", plan("initialize"));
  assert.equal(faults.next("a", "call"), undefined);
  assert.equal(faults.next("b", "initialize"), undefined);
  assert.ok(faults.next("a", "initialize"));
});

test("a notice is struck by any alone", () => {
  const faults = new Faults();
  faults.arm("a", plan("call"));
  assert.equal(faults.next("a", "notice"), undefined);
  faults.arm("a", plan("any"));
  assert.ok(faults.next("a", "notice"));
});

test("a verdict on a hold that no request has met disarms it", async () => {
  const faults = new Faults();
  const hold = faults.hold("a", "call", "before-mint");
  faults.release(hold, "destroy");
  assert.equal(hold.state, "released");
  assert.equal(faults.next("a", "call"), undefined);
});

test("a parked request gets the first verdict", async () => {
  const faults = new Faults();
  const hold = faults.hold("a", "call", "before-mint");
  assert.equal(faults.next("a", "call").fault, hold);
  const parked = hold.park();
  await hold.awaitHeld(1000);
  assert.equal(hold.state, "held");
  faults.release(hold, "restart");
  faults.release(hold, "go-on");
  assert.equal(await parked, "restart");
});

test("clearing lets go what is parked", async () => {
  const faults = new Faults();
  const hold = faults.hold("a", "call", "before-mint");
  faults.next("a", "call");
  const parked = hold.park();
  faults.clear("a");
  assert.equal(await parked, "go-on");
});

test("bearers are derived, checked whole, and nobody else's", () => {
  const callers = new Callers({ main: "m", other: "o", secret: Buffer.alloc(32, 1) });
  const bearer = callers.bearerOf("run.scenario-1");
  assert.equal(callers.of(`Bearer ${bearer}`), "run.scenario-1");
  assert.equal(callers.of(`Bearer ${bearer}x`), undefined);
  assert.equal(callers.of("Bearer caller~main~x"), undefined);
  assert.equal(callers.of("Bearer m"), "main");
  assert.equal(callers.of("Bearer o"), "other");
  assert.equal(callers.of(undefined), undefined);
  assert.equal(new Callers({ secret: Buffer.alloc(32) }).of(undefined), "main");
});

test("a date ahead takes the three forms", () => {
  const now = Date.UTC(2026, 11, 1, 5, 6, 7);
  assert.equal(filled("{date+2:imf}", now), "Tue, 01 Dec 2026 05:06:09 GMT");
  assert.equal(filled("{date+2:rfc850}", now), "Tuesday, 01-Dec-26 05:06:09 GMT");
  assert.equal(filled("{date+2:asctime}", now), "Tue Dec  1 05:06:09 2026");
});

test("counts tell named from unnamed, and what was lost from what was ended", () => {
  const sessions = new Sessions();
  for (const id of ["1", "2", "3"]) sessions.minted(id, "a");
  sessions.named("1");
  sessions.named("2");
  sessions.ended("1");
  sessions.lost("2");
  assert.deepEqual(sessions.counts("a"), { created: 3, named: 2, unnamed: 1, live: 1, ended: 1, openings: 0, executions: {}, runtimes: 0 });
  assert.equal(sessions.counts("b").created, 0);
});

test("one runtime too many disposes of the least recently used that is not busy, and of no second one", async () => {
  const sessions = new Sessions();
  for (const id of ["1", "2", "3", "4"]) {
    sessions.minted(id, "a");
    sessions.named(id);
    sessions.started(id);
  }
  sessions.used("1");
  sessions.find("2").busy = 1;
  const asked = [];
  const disposer = new Disposer({
    sessions,
    ask: async (id) => {
      asked.push(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "evicted";
    },
  });
  disposer.cap("a", 3);
  disposer.trim("4");
  disposer.trim("4");
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(asked, ["3"]);
  assert.deepEqual(sessions.disposals("a").map((d) => d.reason), ["cap"]);
  disposer.close();
});

test("a body is refused for every member and word that the protocol does not know", async () => {
  const faults = new Faults();
  const platform = { verbs: ["scripted-answers"], disposer: new Disposer({ sessions: new Sessions() }) };
  const control = new Control({ token: "t", faults, sessions: new Sessions(), callers: new Callers({ main: "m", secret: Buffer.alloc(32) }), platform });
  const pull = async (method, path, body = "") => (await control.answer(method, `/control${path}`, "t", body)).status;
  assert.equal((await control.answer("GET", "/control", "wrong", "")).status, 401);
  for (const [path, body] of [
    ["/plans", "[]"],
    ["/plans", "{}"],
    ["/plans", '{"operation":"reboot"}'],
    ["/plans", '{"operation":"call","phase":"later"}'],
    ["/plans", '{"operation":"call","times":0}'],
    ["/plans", '{"operation":"call","retryAfter":["a\\nb"]}'],
    ["/plans", '{"operation":"call","effect":"start-up-timeout"}'],
    ["/answers", '{"operation":"call","status":99}'],
    ["/answers", '{"operation":"call","headers":[["Content-Length","1"]]}'],
    ["/answers", '{"operation":"call","shape":"round"}'],
    ["/forms", '{"form":"xml"}'],
    ["/holds", '{"operation":"call","tikcet":1}'],
    ["/cap", "{}"],
    ["/cap", '{"runtimes":0}'],
    ["/idle", '{"window":"1"}'],
    ["/clear", '{"sessions":"all"}'],
  ]) {
    assert.equal(await pull("POST", path, body), 400, `${path} ${body}`);
  }
  assert.equal(await pull("PUT", "/callers/a~b"), 400);
  assert.equal(await pull("GET", "/counts?callre=x"), 400);
  assert.equal(await pull("POST", "/holds/9", "{}"), 404);
  assert.equal(await pull("GET", "/nothing"), 404);
  assert.equal(await pull("POST", "/replace"), 501);
});

for (const [words, said] of [
  [["--prot", "1"], /unknown option --prot/],
  [["--port"], /--port lacks its value/],
  [["--port", "0", "--control-port", "2"], /--port is a port/],
  [["--port", "1", "--control-port", "1"], /two different ports/],
  [["--port", "1", "--control-port", "2", "--form", "round"], /--form is one of edge, one-process, unwrapped/],
]) {
  test(`refuses ${words.join(" ")}`, () => assert.throws(() => optionsOf(words), said));
}
