// The platform as a process: wrong starts, the walk of a session, and that nothing of it stays behind.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const HERE = dirname(dirname(fileURLToPath(import.meta.url)));
const temporary = mkdtempSync(join(tmpdir(), "workerd-test-"));
after(() => rmSync(temporary, { recursive: true, force: true }));

const OPENING = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } } };
const COUNT = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "count", arguments: {} } };

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function started(form, port, controlPort) {
  const child = spawn(process.execPath, ["platform.mjs", "--port", String(port), "--control-port", String(controlPort), "--form", form], {
    cwd: HERE,
    env: { ...process.env, TMPDIR: temporary, MCP_BEARER: "m", MCP_CONTROL_TOKEN: "t" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { text: "" };
  child.stdout.on("data", (d) => (said.text += d));
  child.stderr.on("data", (d) => (said.text += d));
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  const ready = new Promise((resolve, reject) => {
    child.stdout.on("data", () => said.text.includes("MCP at") && resolve());
    child.on("exit", () => reject(new Error(said.text)));
  });
  ready.catch(() => {});
  return { child, said, ended, ready };
}

async function withPlatform(form, act) {
  const [port, controlPort] = [await freePort(), await freePort()];
  const platform = started(form, port, controlPort);
  try {
    await platform.ready;
    const control = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${controlPort}/control${path}`, { method, headers: { "x-control-token": "t" }, body: body && JSON.stringify(body) });
      return { status: answer.status, ...(await answer.json()) };
    };
    const mcp = (body, session, method = "POST") =>
      fetch(`http://127.0.0.1:${port}/mcp`, {
        method,
        headers: {
          authorization: "Bearer m",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session && { "mcp-session-id": session }),
        },
        body: body && JSON.stringify(body),
      });
    await act({ control, mcp });
  } finally {
    platform.child.kill("SIGTERM");
    assert.equal(await platform.ended, 0);
    assert.deepEqual(readdirSync(temporary), [], "no folder is left");
  }
}

test("a platform with the mapping gives the restart answer wherever a reset strikes an opening", async () => {
  await withPlatform("edge", async ({ control, mcp }) => {
    for (const phase of ["before-mint", "after-mint", "after-headers"]) {
      await control("POST", "/plans", { operation: "initialize", phase });
      const answer = await mcp(OPENING);
      assert.equal(answer.status, 503, phase);
      assert.equal(answer.headers.get("retry-after"), "2");
      assert.deepEqual(await answer.json(), { jsonrpc: "2.0", error: { code: -32001, message: "MCP session is restarting, please retry" }, id: null });
    }
    assert.equal((await control("GET", "/counts")).unnamed, 0);
  });
});

test("a restart really resets what is in memory, whatever the form", async () => {
  for (const form of ["edge", "one-process", "unwrapped"]) {
    await withPlatform(form, async ({ control, mcp }) => {
      const opened = await mcp(OPENING);
      const session = opened.headers.get("mcp-session-id");
      await opened.text();
      const stream = await mcp(undefined, session, "GET");
      assert.equal(stream.status, 200);
      await control("POST", "/restart");
      // It lives in the object's memory; where nothing was reset it stays open for ever.
      await Promise.race([
        stream.text().catch(() => {}),
        new Promise((_, reject) => setTimeout(() => reject(new Error(`${form}: the stream outlived the restart`)), 5_000).unref()),
      ]);
      assert.match(await (await mcp(COUNT, session)).text(), /"text":"1"/);
    });
  }
});

test("a session outlives the death of its process, and is gone when it was destroyed", async () => {
  await withPlatform("edge", async ({ control, mcp }) => {
    const opened = await mcp(OPENING);
    const session = opened.headers.get("mcp-session-id");
    await opened.text();
    assert.match(await (await mcp(COUNT, session)).text(), /"text":"1"/);
    for (const move of ["kill", "restart", "drain"]) await control("POST", `/${move}`);
    assert.match(await (await mcp(COUNT, session)).text(), /"text":"2"/);
    await control("POST", "/plans", { operation: "call", effect: "destroy" });
    assert.equal((await mcp(COUNT, session)).status, 404);
    assert.equal((await mcp(COUNT, session)).status, 404);
    assert.equal((await control("GET", "/counts")).live, 0);
  });
});

test("without the mapping a reset looks like a defect before the headers and like an empty success after them", async () => {
  await withPlatform("unwrapped", async ({ control, mcp }) => {
    await control("POST", "/plans", { operation: "initialize" });
    assert.equal((await mcp(OPENING)).status, 500);
    await control("POST", "/plans", { operation: "initialize", phase: "after-headers" });
    const empty = await mcp(OPENING);
    assert.equal(empty.status, 200);
    assert.ok(empty.headers.get("mcp-session-id"));
    assert.equal(await empty.text(), "");
  });
});

test("an object whose start is blocked is reset by the platform itself", { skip: !process.env.SLOW && "it takes 30 s; set SLOW=1" }, async () => {
  await withPlatform("edge", async ({ control, mcp }) => {
    await control("POST", "/plans", { operation: "initialize", effect: "start-up-timeout" });
    assert.equal((await mcp(OPENING)).status, 503);
  });
});

test("a body that no server takes is refused, not cut off", async () => {
  await withPlatform("one-process", async ({ mcp }) => {
    assert.equal((await mcp({ ...OPENING, padding: "x".repeat(6_000_000) })).status, 413);
    assert.equal((await mcp({ ...OPENING, padding: "x".repeat(4_500_000) })).status, 413);
    assert.equal((await mcp(OPENING)).status, 200);
  });
});

test("a busy port is named", async () => {
  const [port, controlPort] = [await freePort(), await freePort()];
  const other = createServer();
  await new Promise((resolve) => other.listen(controlPort, "127.0.0.1", resolve));
  const platform = started("edge", port, controlPort);
  assert.equal(await platform.ended, 1);
  assert.match(platform.said.text, new RegExp(`port ${controlPort} is taken already`));
  other.close();
  assert.deepEqual(readdirSync(temporary), []);
});
