import {
  createMcpHandler,
  isLegacyRequest,
  METHOD_NOT_FOUND,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';

/** Headers in which a client repeats what its message says. */
const OF_PROTOCOL = /^mcp-/i;
/** Would hold a connection open for changes. A server for one message has none. */
const SUBSCRIBE = 'subscriptions/listen';
/** The service answers each message with one JSON body, whatever else the client would accept. */
const ACCEPTED = 'application/json, text/event-stream';

/**
 * Answers one message of an MCP client in both versions of the streamable HTTP transport, without a session: each message has
 * its own server.
 *
 * @param body the parsed message
 */
export async function answerMcp(
  server: McpServer | Server,
  body: object,
  request: HttpRequest,
  response: HttpResponse,
  signal: AbortSignal,
): Promise<void> {
  const { method, id = null } = body as { method?: unknown; id?: unknown };
  if (method === SUBSCRIBE) {
    response.json({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
    return;
  }
  const answer = await ask(server, body, webRequest(request, signal));
  const text = await answer.text();
  response.status(answer.status);
  const type = answer.headers.get('content-type');
  if (type) response.setHeader('Content-Type', type);
  response.end(text);
}

async function ask(server: McpServer | Server, body: object, request: Request): Promise<Response> {
  const options = { parsedBody: body };
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, options);
  } finally {
    await server.close();
  }
}

function webRequest({ headers, originalUrl }: HttpRequest, signal: AbortSignal): Request {
  const ofProtocol = Object.entries(headers).filter(
    (entry): entry is [string, string] => OF_PROTOCOL.test(entry[0]) && typeof entry[1] === 'string',
  );
  return new Request(new URL(originalUrl, 'http://localhost'), {
    method: 'POST',
    headers: { ...Object.fromEntries(ofProtocol), accept: ACCEPTED, 'content-type': 'application/json' },
    signal,
  });
}
