import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { isId } from '@app/common';
import { currentContext, Log, Metrics, type Tracing } from '@app/observability';
import { accessLog, requestContext } from './access-log';

const SECRET = 'hans.mueller@firma.example';
/** No tracing is configured. */
const noTracing = { begin: () => undefined } as unknown as Tracing;

describe('the access log', () => {
  const lines: Record<string, unknown>[] = [];
  const metrics = new Metrics();
  let server: Server;
  let url: string;
  let left: Promise<unknown>;

  beforeAll(async () => {
    const log = new Log(
      { logLevel: 'debug' },
      { write: (line) => void lines.push(JSON.parse(line) as never) },
    );
    const app = express().use(requestContext(noTracing), accessLog(log, metrics));
    app.get('/chats/:id', (_, response) => void response.json({ id: currentContext()?.requestId }));
    app.post(
      '/chats',
      (_, response) => void response.status(503).set('x-error-code', 'not_configured').end(),
    );
    app.get('/failure', (_, response) => void response.status(502).end());
    app.get('/health/live', (_, response) => void response.end());
    app.get('/metrics', (_, response) => void response.end());
    app.get('/endless', (_, response) => {
      left = once(response, 'close');
      response.write('x');
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init);
    await response.text();
    return response;
  };
  const finished = () => lines.filter(({ event }) => event === 'request.finished');

  it('has one line for a request, with the pattern of its route', async () => {
    await ask(`/chats/${SECRET}?name=${SECRET}`, { headers: { 'x-request-id': 'r-1' } });
    expect(finished()).toEqual([
      expect.objectContaining({
        method: 'GET',
        route: '/chats/:id',
        status: 200,
        durationMs: expect.any(Number),
        requestId: 'r-1',
      }),
    ]);
  });

  it('never has an address, a query or a header', async () => {
    await ask(`/chats/${SECRET}`, { headers: { 'user-agent': SECRET, authorization: `Bearer ${SECRET}` } });
    await ask(`/${SECRET}?${SECRET}`);
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toContain('mueller');
    expect(await metrics.registry.metrics()).not.toContain('mueller');
  });

  it('has no route for an unknown address', async () => {
    await ask('/nowhere');
    expect(finished()).toEqual([expect.objectContaining({ route: 'unknown', status: 404 })]);
  });

  it('has the methods of HTTP, and other words together', async () => {
    await ask('/nowhere', { method: 'PURGE' });
    expect(finished()).toEqual([expect.objectContaining({ method: 'other' })]);
  });

  it.each(['/health/live', '/metrics'])('has %s at the level debug', async (path) => {
    await ask(path);
    expect(finished()).toEqual([expect.objectContaining({ level: 20, route: path })]);
    await ask('/failure');
    expect(finished()[1]).toMatchObject({ level: 30, status: 502 });
  });

  it('has the status 499 if the client disconnects before the answer is complete', async () => {
    const gone = new AbortController();
    const response = await fetch(`${url}/endless`, { signal: gone.signal });
    expect(response.status).toBe(200);
    gone.abort();
    await left;
    expect(finished()).toEqual([expect.objectContaining({ route: '/endless', status: 499 })]);
  });

  it('counts a feature that is not set up apart from failures', async () => {
    await ask('/chats', { method: 'POST' });
    expect(finished()).toEqual([expect.objectContaining({ status: 503 })]);
    const shown = await metrics.registry.getSingleMetricAsString('http_request_duration_seconds');
    expect(shown).toMatch(/_count\{[^}]*route="\/chats"[^}]*status="not_configured"[^}]*\} 1/);
    expect(shown).not.toMatch(/route="\/chats"[^}]*status="503"/);
  });

  it.each(['a', 'A-Z_0.9', 'x'.repeat(128)])('has the request id of the caller: %s', async (id) => {
    const response = await ask('/chats/1', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
    expect(finished()).toEqual([expect.objectContaining({ requestId: id })]);
  });

  it.each([undefined, '', 'x'.repeat(129), 'a b', 'a,b', SECRET, '{"a":1}'])(
    'has a new request id instead of %j',
    async (id) => {
      const response = await ask('/chats/1', id === undefined ? {} : { headers: { 'x-request-id': id } });
      expect(isId(response.headers.get('x-request-id'))).toBe(true);
      expect(JSON.stringify(lines)).not.toContain('mueller');
    },
  );

  it('gives the request id to what handles the request', async () => {
    const response = await fetch(`${url}/chats/1`, { headers: { 'x-request-id': 'r-2' } });
    expect(await response.json()).toEqual({ id: 'r-2' });
  });
});
