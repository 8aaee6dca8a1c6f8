import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMcpHandler, McpServer, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** An MCP server that records the arguments of its tools. */
export interface RecordingMcpServer {
  url: string;
  calls: { tool: string; arguments: unknown }[];
  stop(): Promise<void>;
}

const PERSON = 'Mr. Hans Müller';
const EMAIL = 'hans.mueller@firma.de';

/** Serves an MCP server over HTTP: a new one for each message. */
export async function serveMcp(
  make: () => McpServer | Server,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const handler = createMcpHandler(make);
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      const init = { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) };
      const answer = await handler.fetch(new Request(`http://localhost${request.url}`, init));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => void server.close(closed));
    },
  };
}

/** Starts a server with tools that return the name and the address of a person. */
export async function startMcpServer(): Promise<RecordingMcpServer> {
  const calls: RecordingMcpServer['calls'] = [];
  return { calls, ...(await serveMcp(() => serverWith(calls))) };
}

function serverWith(calls: RecordingMcpServer['calls']): McpServer {
  const server = new McpServer({ name: 'recorder', version: '1.0.0' });
  const mail = z.object({ to: z.string(), copies: z.array(z.string()).optional(), body: z.string() });
  server.registerTool(
    'find',
    { description: `Finds ${PERSON}.`, inputSchema: z.object({ text: z.string() }) },
    (asked) => {
      calls.push({ tool: 'find', arguments: asked });
      return {
        content: [
          { type: 'text', text: `Found ${PERSON}, ${EMAIL}.` },
          { type: 'image', data: Buffer.from(PERSON).toString('base64'), mimeType: 'image/png' },
          { type: 'resource', resource: { uri: `file:///${EMAIL}`, text: `About ${PERSON}` } },
        ],
        structuredContent: { person: PERSON, by: { [EMAIL]: 1 } },
        _meta: { about: PERSON },
      };
    },
  );
  server.registerTool('send', { inputSchema: mail }, (asked) => {
    calls.push({ tool: 'send', arguments: asked });
    return { content: [{ type: 'text', text: `Sent to ${asked.to}` }] };
  });
  server.registerTool('fail', { inputSchema: z.object({}) }, () => {
    throw new Error(`No such customer: ${PERSON}`);
  });
  server.registerTool(
    'flood',
    { inputSchema: z.object({ kind: z.enum(['bytes', 'depth']) }) },
    ({ kind }) => {
      if (kind === 'bytes') return { content: [{ type: 'text', text: 'x'.repeat(17 * 1024 * 1024) }] };
      let nested: unknown[] = [];
      for (let level = 0; level < 100; level += 1) nested = [nested];
      return { content: [{ type: 'text', text: '' }], structuredContent: { nested } };
    },
  );
  return server;
}
