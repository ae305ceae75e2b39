// A session: Cloudflare's own McpAgent, one durable object each. What is added are two tools, and the points at which a request can
// be ordered to meet a reset. Every reset is the platform's own: the object aborts, and what is in memory is gone.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpAgent } from "agents/mcp";
import { z } from "zod";
import { tell } from "./backstage.js";

const NAME_PREFIX = "streamable-http:";

export class Session extends McpAgent {
  server = new McpServer({ name: "session-survival-workerd", version: "1.0.0" });
  /** Orders of requests that are being answered, by JSON-RPC id. */
  #orders = new Map();
  #working = 0;

  /** Called at every start of the runtime, the first one of an opening too. */
  async init() {
    this.server.registerTool(
      "echo",
      { description: "Says the text again.", inputSchema: { text: z.string().describe("What to say.") }, annotations: { readOnlyHint: true } },
      async ({ text }) => {
        await tell(this.env, "executed", { caller: this.props.caller, tool: "echo" });
        return { content: [{ type: "text", text }] };
      },
    );
    this.server.registerTool(
      "count",
      {
        description: "Adds one to this session's counter and tells it; survives restarts.",
        inputSchema: {},
        annotations: { readOnlyHint: false, idempotentHint: false },
      },
      async () => {
        const count = ((await this.ctx.storage.get("count")) ?? 0) + 1;
        await this.ctx.storage.put("count", count);
        await tell(this.env, "executed", { caller: this.props.caller, tool: "count" });
        return { content: [{ type: "text", text: String(count) }] };
      },
    );
    const opened = (await this.getInitializeRequest()) !== undefined;
    // The order of an opening is kept with the caller's properties; a later start must not meet it a second time.
    if (!opened) await this.#meet(this.props?.order, "before-mint");
    else await tell(this.env, "started", { session: this.sessionId });
  }

  get sessionId() {
    return this.name.slice(NAME_PREFIX.length);
  }

  /** From here on the session exists. */
  async setInitializeRequest(request) {
    await super.setInitializeRequest(request);
    await tell(this.env, "minted", { session: this.sessionId, caller: this.props.caller });
    await tell(this.env, "started", { session: this.sessionId });
  }

  async fetch(request) {
    this.#working++;
    try {
      const order = JSON.parse(request.headers.get("x-backstage-order") ?? "null");
      const ids = requestIds(request);
      // An opening has met it in init.
      if (!request.headers.has("x-backstage-opening")) await this.#meet(order, "before-mint");
      ids.forEach((id) => this.#orders.set(id, order));
      this.#working += ids.length;
      const answer = await super.fetch(request);
      if (ids.length === 0) {
        await this.#meet(order, "after-mint");
        // The headers leave when this returns.
        if (order?.phase === "after-headers") setTimeout(() => this.#meet(order, "after-headers"), 20);
      }
      return answer;
    } finally {
      this.#working--;
    }
  }

  /** The work is done when its answer is about to be told. */
  initTransport() {
    const transport = super.initTransport();
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const isAnswer = message.id !== undefined && message.method === undefined;
      if (!isAnswer || !this.#orders.has(message.id)) return send(message, options);
      const order = this.#orders.get(message.id);
      try {
        await this.ctx.storage.sync();
        await this.#meet(order, "after-mint");
        await this.#meet(order, "after-headers");
        return await send(message, options);
      } finally {
        this.#orders.delete(message.id);
        this.#working--;
      }
    };
    return transport;
  }

  /** What the coming ending is to meet: it arrives as a call of its own, without headers. */
  expectEnding(order) {
    this.#orders.set("ending", order);
  }

  async _cf_terminateSession() {
    const order = this.#orders.get("ending");
    this.#orders.delete("ending");
    await this.#meet(order, "before-mint");
    await super._cf_terminateSession();
    await this.ctx.storage.sync();
    await tell(this.env, "ended", { session: this.sessionId });
    await this.#meet(order, "after-mint");
    if (order?.phase === "after-headers") setTimeout(() => this.#meet(order, "after-headers"), 20);
  }

  /** The caller that opened it; null for a session that is not there. */
  async owner() {
    const opened = (await this.ctx.storage.get("initializeRequest")) !== undefined;
    return opened ? ((await this.ctx.storage.get("props"))?.caller ?? null) : null;
  }

  /**
   * Only the session itself knows whether it is busy. The call that asks for it fails with the runtime, and so does what has just
   * arrived and was not looked at: that is sent again to the next runtime.
   */
  evict() {
    if (this.#working > 0) return "busy";
    return this.ctx.abort("evicted");
  }

  reset(reason) {
    this.ctx.abort(reason);
  }

  async wipe() {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.sync();
    this.ctx.abort("destroyed");
  }

  async #meet(order, phase) {
    if (order?.phase !== phase) return;
    let effect = order.effect;
    if (effect === "hold") {
      const { verdict } = await tell(this.env, "park", { ticket: order.ticket, flight: order.flight });
      effect = verdict;
      // Nothing more is to happen; what has happened stays.
      if (verdict === "cut") effect = phase === "before-mint" ? "restart" : "go-on";
    }
    switch (effect) {
      case "restart":
        await tell(this.env, "stopped", { session: this.sessionId });
        this.ctx.abort("reset on request");
        return new Promise(() => {});
      case "destroy":
        await tell(this.env, "lost", { session: this.sessionId });
        await this.wipe();
        return new Promise(() => {});
      case "start-up-timeout":
        // The platform waits half a minute for an object that blocks its start, and then resets it.
        await this.ctx.blockConcurrencyWhile(() => new Promise(() => {}));
    }
  }
}

/** Of the requests in a message from the agent's own edge; notifications have none. */
function requestIds(request) {
  const header = request.headers.get("cf-mcp-message");
  if (!header) return [];
  return JSON.parse(Buffer.from(header, "base64").toString("utf8"))
    .filter((m) => m.method !== undefined && m.id !== undefined)
    .map((m) => m.id);
}
