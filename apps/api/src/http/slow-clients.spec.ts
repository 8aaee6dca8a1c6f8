import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import type { HttpConfig } from '@app/config';
import { limitBodies, limitHeads } from './slow-clients';

const config = { aiBasePath: '/ai/v1', idmBasePath: '/idm/v1', clientTimeoutMs: 100 } as HttpConfig;
const KIB = 1024;

describe('a slow client', () => {
  let server: Server;
  const clients: Socket[] = [];
  /** Resolves when the service closes an answer that waits. */
  let destroyed: Promise<unknown>;

  beforeAll(async () => {
    const app = express().use(limitBodies(config));
    app.post('/ai/v1/upload', (request, response) => {
      request.resume().once('end', () => response.json({ ok: true }));
    });
    app.get('/ai/v1/large', (_, response) => {
      destroyed = once(response, 'close');
      response.write('x'.repeat(64 * KIB * KIB));
    });
    app.get('/ai/v1/waits', (_, response) => {
      response.flushHeaders();
      setTimeout(() => response.end('late'), 350);
    });
    server = createServer(app);
    limitHeads(server, { ...config, clientTimeoutMs: 30_000 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  });

  const open = (sent: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined).write(sent);
    clients.push(socket);
    return socket;
  };
  const post = (length: number): string =>
    `POST /ai/v1/upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  it('that stops sending its body gets 408, and its connection is closed', async () => {
    const answer = await text(open(`${post(100)}x`));
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    expect(answer).toContain('"message":"The body of the request arrives too slowly"');
  });

  it('that sends a few bytes at a time is too slow as well', async () => {
    const socket = open(post(10 * KIB));
    const drip = setInterval(() => socket.write('x'), 20);
    const answer = await text(socket);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that does not read its answer is disconnected', async () => {
    const socket = open('GET /ai/v1/large HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    await once(server, 'request');
    await expect(destroyed).resolves.toEqual([]);
  });

  it('is not one that waits for an answer', async () => {
    const answer = await text(open('GET /ai/v1/waits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*late/);
  });

  it('has the timeout for its head, and longer for idle connections than proxies keep them', () => {
    expect(server.headersTimeout).toBe(30_000);
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
    expect(server.requestTimeout).toBe(600_000);
  });
});
