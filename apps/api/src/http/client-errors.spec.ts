import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type ErrorRequestHandler } from 'express';
import { AppError } from '@app/common';
import { answerClientErrors, requireHost } from './client-errors';
import { sendFailure } from './failure-body';

const bases = { aiBasePath: '/ai/v1', idmBasePath: '/idm/v1' } as Parameters<typeof sendFailure>[2];

describe('a request that is not valid HTTP', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express().use(requireHost);
    app.get('/', (_, response) => void response.json({ ok: true }));
    const fail: ErrorRequestHandler = (error, _request, response, _next) =>
      sendFailure(error as AppError, response, bases);
    server = createServer({ maxHeaderSize: 2_048 }, app.use(fail));
    answerClientErrors(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Returns the answer to the bytes that a client sends. */
  const answerTo = async (sent: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const [status = '', ...headers] = head.split('\r\n');
    return { status, headers: headers.join('\n'), body };
  };
  const envelope = (message: string, code = 'bad_request', response_code = 400) =>
    JSON.stringify({ success: false, message, response_code, code });

  it.each([
    ['words', 'hello\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ])('is answered with the envelope: %s', async (_, sent) => {
    const { status, headers, body } = await answerTo(sent);
    expect(status).toBe('HTTP/1.1 400 Bad Request');
    expect(headers).toMatch(/^Content-Type: application\/json; charset=utf-8$/m);
    expect(headers).toMatch(/^X-Error-Code: bad_request$/m);
    expect(headers).toMatch(/^Connection: close$/m);
    expect(headers).toMatch(new RegExp(`^Content-Length: ${body.length}$`, 'm'));
    expect(body).toBe(envelope('The request is not valid HTTP'));
  });

  it('is answered with its fault if its headers are too large', async () => {
    const { status, body } = await answerTo(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(4_000)}\r\n\r\n`);
    expect([status, body]).toEqual([
      'HTTP/1.1 400 Bad Request',
      envelope('The request headers are too large'),
    ]);
  });

  it('is answered with its fault if it asks for a tunnel', async () => {
    const { status, body } = await answerTo('CONNECT x.example:443 HTTP/1.1\r\nHost: x.example\r\n\r\n');
    expect([status, body]).toEqual([
      'HTTP/1.1 400 Bad Request',
      envelope('Absolute-form request targets are not supported'),
    ]);
  });

  it('is answered with its fault if it takes too long to arrive', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [served] = (await once(server, 'connection')) as [NodeJS.Socket];
    server.emit(
      'clientError',
      Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      served,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain(envelope('The request took too long to arrive', 'request_timeout', 408));
  });

  it('is not answered if the client has reset the connection', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [served] = (await once(server, 'connection')) as [NodeJS.Socket];
    server.emit('clientError', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), served);
    expect(await text(socket)).toBe('');
  });

  it.each([
    ['HTTP/1.1', '400', envelope('The header Host is missing')],
    ['HTTP/1.0', '200', '{"ok":true}'],
  ])('needs the header Host in %s if that has it', async (version, status, body) => {
    const answer = await answerTo(`GET / ${version}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toContain(` ${status} `);
    expect(answer.body).toBe(body);
  });

  it('is answered as usual if it only expects something unknown', async () => {
    const { status, body } = await answerTo(
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    );
    expect([status, body]).toEqual(['HTTP/1.1 200 OK', '{"ok":true}']);
  });
});
