import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER_BOUNDS, AnswerTooLarge } from '@app/common';
import { boundedFetch } from './bounded-fetch';

const MESSAGE = { jsonrpc: '2.0', id: 1, result: { text: 'Größe "[{' } };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const entries = (count: number): string => `[${Array(count).fill(1).join(',')}]`;
const filled = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
const event = (json: string): string => `id: 1\nevent: message\ndata: ${json}\n\n`;

describe('a call of an MCP server', () => {
  let server: Server;
  let url: string;
  let answer: { type: string; body: string };
  let excess: AnswerTooLarge | undefined;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': answer.type, 'mcp-session-id': 'a' });
      response.end(answer.body);
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (excess = undefined));

  const ask = async (type: string, body: string): Promise<Response> => {
    answer = { type, body };
    return boundedFetch((error) => (excess = error))(url);
  };

  it('returns an answer as the server sent it', async () => {
    const response = await ask('application/json', JSON.stringify(MESSAGE));
    expect(response.headers.get('mcp-session-id')).toBe('a');
    expect(await response.json()).toEqual(MESSAGE);
  });

  it('returns the events of a stream, with several lines each', async () => {
    const lines = JSON.stringify(MESSAGE, undefined, 1).replaceAll('\n', '\ndata: ');
    const response = await ask('text/event-stream', event(JSON.stringify(MESSAGE)) + event(lines));
    const texts = (await response.text()).split('\n\n').filter((text) => text !== '');
    const data = texts.map((text) => JSON.parse(text.replaceAll(/^data: /gm, '')) as unknown);
    expect(data).toEqual([MESSAGE, MESSAGE]);
  });

  const AT_THE_BOUND = [
    ['bytes', filled(ANSWER_BOUNDS.bytes - 64), filled(ANSWER_BOUNDS.bytes + 1)],
    ['depth', nested(ANSWER_BOUNDS.depth), nested(ANSWER_BOUNDS.depth + 1)],
    ['entries', entries(ANSWER_BOUNDS.entries), entries(ANSWER_BOUNDS.entries + 1)],
  ] as const;
  const cases = AT_THE_BOUND.flatMap(([bound, most, more]) => [
    ['a whole answer', bound, 'application/json', most, more] as const,
    ['an event', bound, 'text/event-stream; charset=utf-8', event(most), event(more)] as const,
  ]);

  it.each(cases)('ends %s at the bound on %s', async (_, bound, type, most, more) => {
    expect((await (await ask(type, most)).text()).length).toBeGreaterThan(most.length - 32);
    expect(excess).toBeUndefined();
    await expect((await ask(type, more)).text()).rejects.toThrow();
    expect(excess?.bound).toBe(bound);
  });
});
