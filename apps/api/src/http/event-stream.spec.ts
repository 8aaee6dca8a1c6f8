import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Response } from 'express';
import { EventStream } from './event-stream';

const TIMEOUT_MS = 30_000;

describe('EventStream', () => {
  let server: Server;
  let serve: (response: Response) => void;

  beforeAll(async () => {
    const app = express().get('/', (_, response) => serve(response));
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: '127.0.0.1', port }, resolve).once('error', reject).end();
    });

  it('writes named events and bare ones, on one line each', async () => {
    serve = async (response) => {
      const stream = new EventStream(response, TIMEOUT_MS);
      await stream.send({ text: 'two\nlines' }, 'delta');
      await stream.send({ choices: [] });
      stream.end();
    };
    const response = await open();
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await text(response)).toBe(
      'event: delta\ndata: {"text":"two\\nlines"}\n\ndata: {"choices":[]}\n\n',
    );
  });

  it('sends a comment every 15 s, so that proxies do not close the connection', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      serve = (response) => {
        const stream = new EventStream(response, TIMEOUT_MS);
        jest.advanceTimersByTime(31_000);
        stream.end();
      };
      expect(await text(await open())).toBe(':\n\n:\n\n');
    } finally {
      jest.useRealTimers();
    }
  });

  it('waits while a client does not read', async () => {
    let waiting: Promise<void> | undefined;
    let response: Response | undefined;
    const arrived = new Promise<void>((resolve) => {
      serve = (served) => {
        response = served;
        waiting = new EventStream(served, TIMEOUT_MS).send('x'.repeat(8 * 1024 * 1024));
        resolve();
      };
    });
    const client = await open();
    await arrived;
    expect(response?.writableNeedDrain).toBe(true);
    client.resume();
    await waiting;
    expect(response?.writableNeedDrain).toBe(false);
  });

  it('disconnects a client that does not read within the timeout', async () => {
    let waiting: Promise<void> | undefined;
    let response: Response | undefined;
    const arrived = new Promise<void>((resolve) => {
      serve = (served) => {
        response = served;
        waiting = new EventStream(served, 50).send('x'.repeat(8 * 1024 * 1024));
        resolve();
      };
    });
    const client = await open();
    await arrived;
    await waiting;
    expect(response?.destroyed).toBe(true);
    await expect(text(client)).rejects.toThrow('aborted');
  });

  it('stops waiting when the client disconnects', async () => {
    let waiting: Promise<void> | undefined;
    const arrived = new Promise<void>((resolve) => {
      serve = (served) => {
        waiting = new EventStream(served, TIMEOUT_MS).send('x'.repeat(8 * 1024 * 1024));
        resolve();
      };
    });
    const client = await open();
    await arrived;
    client.destroy();
    await expect(waiting).resolves.toBeUndefined();
  });
});
