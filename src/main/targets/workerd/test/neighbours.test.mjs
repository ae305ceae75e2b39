// Pages from elsewhere, and methods that nobody serves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resourceDocument, turnedAway } from "../src/neighbours.js";

const by = (method, origin) => turnedAway(new Request("http://127.0.0.1/mcp", { method, headers: origin === undefined ? {} : { origin } }));

test("a page from elsewhere is refused, also one whose name begins like a local one", () => {
  for (const origin of ["http://evil.example", "http://localhost.evil.example", "http://127.0.0.1.evil.example", "null", "garbled"]) {
    assert.equal(by("POST", origin)?.status, 403, origin);
  }
});

test("a local page and a program are let through", () => {
  for (const origin of [undefined, "http://localhost", "http://127.0.0.1:8080", "https://[::1]:1"]) {
    assert.equal(by("POST", origin), undefined, origin);
  }
});

test("a method that is not served is refused with those that are", () => {
  const answer = by("PUT");
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get("allow"), "GET, POST, DELETE, OPTIONS");
  for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) assert.equal(by(method), undefined, method);
});

test("a name that was bent to this machine is refused before anything else is asked", () => {
  const named = (host) => turnedAway(new Request(`http://${host}/mcp`, { method: "POST" }))?.status;
  assert.equal(named("evil.example"), 421);
  assert.equal(named("127.0.0.1.evil.example:80"), 421);
  assert.equal(named("localhost:8080"), undefined);
});

test("whoever has no bearer finds out who grants access", async () => {
  const document = resourceDocument(new Request("http://127.0.0.1:80/.well-known/oauth-protected-resource/mcp"));
  assert.deepEqual((await document.json()).authorization_servers, ["http://127.0.0.1"]);
  assert.equal(resourceDocument(new Request("http://127.0.0.1/mcp")), undefined);
});
