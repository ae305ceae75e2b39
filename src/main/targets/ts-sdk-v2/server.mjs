// The second TypeScript SDK on Node's own HTTP server, one tool. Usage: node server.mjs PORT [both|sessionless]
// Without a word it keeps sessions in memory; with one it also, or only, serves revision 2026-07-28.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const port = Number(process.argv[2]);
const serves = process.argv[3] ?? 'sessions';
const sessions = new Map();
const lone = createMcpHandler(() => mcpServer(), { legacy: 'reject' });

function mcpServer() {
  const server = new McpServer({ name: 'ts-sdk-v2', version: '1' });
  server.registerTool(
    'echo',
    {
      description: 'Answers with the text it was given; changes nothing.',
      inputSchema: z.object({ message: z.string() }),
    },
    async ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  return server;
}

async function sessionToBe() {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => void sessions.set(id, transport),
    onsessionclosed: id => void sessions.delete(id),
  });
  await mcpServer().connect(transport);
  return transport;
}

async function answer(request) {
  const refused = originValidationResponse(request, localhostAllowedOrigins());
  if (refused) {
    return refused;
  }
  if (serves === 'sessionless' || (serves === 'both' && !(await isLegacyRequest(request)))) {
    return lone.fetch(request);
  }
  const id = request.headers.get('mcp-session-id');
  if (id === null) {
    return (await sessionToBe()).handleRequest(request);
  }
  const transport = sessions.get(id);
  return transport
    ? transport.handleRequest(request)
    : Response.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, { status: 404 });
}

function asRequest(incoming, signal) {
  const body = ['GET', 'HEAD'].includes(incoming.method) ? undefined : Readable.toWeb(incoming);
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    headers.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1]);
  }
  return new Request(new URL(incoming.url, `http://127.0.0.1:${port}`), {
    method: incoming.method, headers, body, duplex: 'half', signal,
  });
}

createServer(async (incoming, outgoing) => {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  try {
    if (incoming.url !== '/mcp') {
      outgoing.writeHead(404).end();
      return;
    }
    const response = await answer(asRequest(incoming, gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body) {
      await pipeline(Readable.fromWeb(response.body), outgoing);
    } else {
      outgoing.end();
    }
  } catch (e) {
    // A caller that went away is no fault of the server's.
    if (!gone.signal.aborted) {
      console.error(e);
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(500).end();
    }
  }
}).listen(port, '127.0.0.1', () => console.log(`listening on ${port}`));

if (serves !== 'sessions') {
  process.on('SIGTERM', async () => {
    await lone.close();
    // What the streams say last has to leave first.
    setTimeout(() => process.exit(0), 200);
  });
}
