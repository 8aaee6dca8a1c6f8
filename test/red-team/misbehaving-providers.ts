import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@app/common';
import type { UpstreamRequest } from '@app/testing';
import type { Random } from './random';
import { oddObject, oddValue } from './values';

/** The codes with which a call may fail; `answered` for a call that succeeds. */
type Outcome = ErrorCode | 'answered';

/** One way in which a provider misbehaves, which a request selects by its name. */
export interface Misbehavior {
  name: string;
  answer(response: ServerResponse, request: UpstreamRequest, random: Random): void;
  /** The documented outcomes of a call that is not streamed, and of a streamed one. */
  whole: readonly Outcome[];
  streamed: readonly Outcome[];
}

const MILLION = 1_000_000;
const FAILED: readonly Outcome[] = ['provider_failed'];
const BROKEN_OFF: readonly Outcome[] = ['provider_broke_off'];
const TIMED_OUT: readonly Outcome[] = ['provider_timeout'];

const isStreamed = ({ body }: UpstreamRequest): boolean => body.stream === true;

/** Returns a part of an answer in the format of the requested endpoint. */
function part({ path, body }: UpstreamRequest, content: string): object {
  if (path.endsWith('/responses'))
    return body.stream
      ? { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: content }
      : {
          object: 'response',
          output: [{ type: 'message', content: [{ type: 'output_text', text: content }] }],
        };
  return { choices: [{ index: 0, [body.stream ? 'delta' : 'message']: { role: 'assistant', content } }] };
}

/** Sends a JSON text as the whole answer, or as the first event of a stream. */
function sendJson(response: ServerResponse, request: UpstreamRequest, json: string): void {
  response.writeHead(200, { 'content-type': isStreamed(request) ? 'text/event-stream' : 'application/json' });
  response.end(isStreamed(request) ? `data: ${json}\n\ndata: [DONE]\n\n` : json);
}

/** Writes the same bytes until the service closes the connection. */
function writeForever(response: ServerResponse, bytes: string | Buffer): void {
  const write = (): void => {
    while (!response.destroyed && response.write(bytes));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}

/** A million chunks of HTTP with one byte each, encoded once. */
const BYTE_BY_BYTE = Buffer.from(`6\r\ndata: \r\n${'1\r\nx\r\n'.repeat(MILLION)}0\r\n\r\n`);

const json =
  (textOf: (request: UpstreamRequest, random: Random) => string): Misbehavior['answer'] =>
  (response, request, random) =>
    sendJson(response, request, textOf(request, random));

const refusing =
  (status: number, headers: Record<string, string> = {}): Misbehavior['answer'] =>
  (response, { raw }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    // Quotes everything that it received.
    response.end(JSON.stringify({ error: { message: `Refused: ${raw}`, param: raw } }));
  };

const same = (name: string, codes: readonly Outcome[], answer: Misbehavior['answer']): Misbehavior => ({
  name,
  answer,
  whole: codes,
  streamed: codes,
});

const list = (one: string): string => `[${`${one},`.repeat(MILLION)}${one}]`;
const LISTS = {
  choices: `{"choices":${list('{}')},"output":[]}`,
  items: `{"choices":[],"output":${list('{}')},"data":${list('{}')}}`,
  calls: `{"choices":[{"message":{"tool_calls":${list('{}')}},"delta":{"tool_calls":${list('{}')}}}]}`,
  keys: `{${Array.from({ length: MILLION }, (_, i) => `"m${i}":1`).join()}}`,
  elements: `{"choices":${list('1')}}`,
};
/** Below the limits of the parser, each with very many invalid elements. */
const INVALID = {
  choices: `{"choices":[${'1,'.repeat(90_000)}1]}`,
  items: `{"type":"x","output":[${'1,'.repeat(90_000)}1],"data":[${'1,'.repeat(90_000)}1]}`,
};
const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);
/** A stream with such an event may also count as one that ended before its answer began. */
const ofLists = (lists: Record<string, string>, prefix: string): Misbehavior[] =>
  Object.entries(lists).map(([name, text]) => ({
    ...same(
      `${prefix}-${name}`,
      FAILED,
      json(() => text),
    ),
    streamed: [...FAILED, ...BROKEN_OFF],
  }));

export const MISBEHAVIORS: readonly Misbehavior[] = [
  same('endless-body', FAILED, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    writeForever(response, Buffer.alloc(65_536, '['));
  }),
  same('endless-events', FAILED, (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    writeForever(response, `data: ${JSON.stringify(part(request, 'word '.repeat(50)))}\n\n`);
  }),
  same('endless-tiny-events', FAILED, (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    writeForever(response, `data: ${JSON.stringify(part(request, 'a'))}\n\n`.repeat(500));
  }),
  same('endless-comments', FAILED, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    writeForever(response, ':\n'.repeat(30_000));
  }),
  same('endless-lines', FAILED, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    writeForever(response, 'data:\n'.repeat(10_000));
  }),
  same('byte-by-byte', FAILED, ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket?.end(BYTE_BY_BYTE);
  }),
  same(
    'long-text',
    FAILED,
    json((request) => JSON.stringify(part(request, 'x'.repeat(17 * 1024 ** 2)))),
  ),
  ...ofLists(LISTS, 'million'),
  ...ofLists(INVALID, 'invalid'),
  same(
    'deep-lists',
    FAILED,
    json(() => `{"choices":${nested(MILLION, '[', ']')}}`),
  ),
  same(
    'deep-objects',
    FAILED,
    json(() => `${nested(MILLION, '{"a":[', ']}')}`),
  ),
  same(
    'deep-error',
    FAILED,
    json(() => `{"error":{"code":1,"message":${nested(MILLION / 10, '[', ']')}}}`),
  ),
  same(
    'invalid-json',
    FAILED,
    json(({ raw }) => `{"choices": [ ${raw}`),
  ),
  {
    ...same(
      'not-an-object',
      FAILED,
      json((_, random) => random.of(['null', '1', '"text"', '[]', '{}'])),
    ),
    streamed: [...FAILED, ...BROKEN_OFF],
  },
  same('odd-values', ['answered', 'provider_failed', 'provider_broke_off'], json(oddAnswer)),
  { ...same('web-page', FAILED, webPage), streamed: BROKEN_OFF },
  { ...same('empty-answer', FAILED, (response) => void response.writeHead(200).end()), streamed: BROKEN_OFF },
  {
    ...same('no-content', FAILED, (response) => void response.writeHead(204).end()),
    streamed: BROKEN_OFF,
  },
  same('nothing', TIMED_OUT, () => undefined),
  same('head-only', TIMED_OUT, (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  }),
  same('silent-after-the-start', TIMED_OUT, (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      isStreamed(request) ? `data: ${JSON.stringify(part(request, 'Hello'))}\n\n` : '{"choices"',
    );
  }),
  same('reset-before-the-head', FAILED, ({ socket }) => void socket?.resetAndDestroy()),
  same('reset-after-the-start', BROKEN_OFF, (response, request) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const start = isStreamed(request) ? `data: ${JSON.stringify(part(request, 'Hello'))}\n\n` : '{"choices"';
    response.write(start, () => response.socket?.resetAndDestroy());
  }),
  same('early-end', ['provider_broke_off'], (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices"', () => response.socket?.end());
  }),
  same('no-http', FAILED, ({ socket }) => void socket?.end('220 mail.example.com ESMTP\r\n')),
  same('huge-headers', FAILED, (response) => {
    response.writeHead(200, { 'x-padding': 'x'.repeat(1024 ** 2) }).end('{}');
  }),
  same('many-headers', FAILED, ({ socket }) => {
    socket?.end(`HTTP/1.1 200 OK\r\n${'x-padding: x\r\n'.repeat(100_000)}\r\n{}`);
  }),
  same('redirect', FAILED, (response) => void response.writeHead(307, { location: '/v1/followed' }).end()),
  same('endless-error', FAILED, (response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    writeForever(response, Buffer.alloc(65_536, 'x'));
  }),
  same('quotes-with-400', ['provider_rejected'], refusing(400)),
  same('quotes-with-401', ['provider_misconfigured'], refusing(401)),
  same('quotes-with-404', ['provider_model_unknown'], refusing(404)),
  same('quotes-with-418', FAILED, refusing(418)),
  same('quotes-with-422', ['provider_rejected'], refusing(422)),
  same('quotes-with-429', ['provider_rate_limited'], refusing(429, { 'retry-after': '1' })),
  same('quotes-with-500', FAILED, refusing(500)),
  same('quotes-with-503', FAILED, refusing(503, { 'retry-after': 'x'.repeat(5_000) })),
  same(
    'quotes-in-its-answer',
    FAILED,
    json(({ raw }) => JSON.stringify({ error: { message: raw, code: raw } })),
  ),
];

/** Returns an answer with values of other types than documented. */
function oddAnswer({ path, body }: UpstreamRequest, random: Random): string {
  const odd = (usual: unknown): unknown => (random.oneIn(3) ? oddValue(random) : usual);
  const message = {
    ...oddObject(random),
    role: odd('assistant'),
    content: odd('Hello'),
    tool_calls: odd([
      { id: odd('c1'), index: odd(0), function: odd({ name: odd('f'), arguments: odd('{}') }) },
    ]),
  };
  const usage = odd({ prompt_tokens: odd(1), completion_tokens: odd(1), total_tokens: odd(2) });
  const choice = { index: odd(0), message, delta: odd(message), finish_reason: odd('stop') };
  const item = {
    type: odd('message'),
    role: odd('assistant'),
    content: odd([{ type: odd('output_text'), text: odd('Hi') }]),
  };
  if (path.endsWith('/responses') && body.stream)
    return JSON.stringify({
      ...oddObject(random),
      type: odd(random.of(['response.output_item.done', 'response.completed', 'response.created', 'error'])),
      output_index: odd(0),
      item: odd(item),
      response: odd({ output: odd([item]), usage }),
    });
  return JSON.stringify({
    ...oddObject(random),
    choices: odd([odd(choice)]),
    output: odd([odd(item)]),
    data: odd([odd({ embedding: odd([odd(1), 2]), b64_json: odd('eA=='), url: odd('http://[') })]),
    usage,
  });
}

function webPage(response: ServerResponse, { raw }: UpstreamRequest): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><p>${raw}</p>`);
}
