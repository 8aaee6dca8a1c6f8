import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Log } from './log';
import { Shutdown, stopOnSignal } from './shutdown';

const GRACE_MS = 20_000;

describe('stopOnSignal', () => {
  const handlers = new Map<string | symbol, () => void>();
  const lines: string[] = [];
  const exit = jest.fn();
  let shutdown: Shutdown;
  let server: Server;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    jest.spyOn(process, 'on').mockImplementation((event, handler) => {
      handlers.set(event, handler as () => void);
      return process;
    });
    jest.spyOn(process, 'exit').mockImplementation(exit as never);
    lines.length = 0;
    exit.mockReset();
    shutdown = new Shutdown();
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    server.close();
  });

  function app(close: () => Promise<void>): INestApplication {
    const log = new Log({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const parts = new Map<unknown, unknown>([
      [Log, log],
      [Shutdown, shutdown],
    ]);
    return {
      get: (part: unknown) => parts.get(part),
      getHttpServer: () => server,
      close,
    } as unknown as INestApplication;
  }
  const exited = async (): Promise<void> => {
    while (exit.mock.calls.length === 0) await new Promise(setImmediate);
  };

  it.each(['SIGTERM', 'SIGINT', 'disconnect'])(
    'accepts no new work at %s, closes, and ends with 0',
    async (signal) => {
      const close = jest.fn(async () => expect(shutdown.begun).toBe(true));
      stopOnSignal(app(close), GRACE_MS);
      handlers.get(signal)!();
      await exited();
      expect(server.listening).toBe(false);
      expect(close).toHaveBeenCalledTimes(1);
      expect(exit.mock.calls).toEqual([[0]]);
    },
  );

  it('closes once for repeated signals', async () => {
    const close = jest.fn(async () => undefined);
    stopOnSignal(app(close), GRACE_MS);
    handlers.get('SIGTERM')!();
    handlers.get('SIGINT')!();
    await exited();
    expect(close).toHaveBeenCalledTimes(1);
  });

  /** Returns both ends of a connection that the server has accepted. */
  async function connected(): Promise<[client: Socket, served: Socket]> {
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    return [client, (await accepted)[0]];
  }

  it('does not wait for connections without a request', async () => {
    stopOnSignal(
      app(async () => undefined),
      GRACE_MS,
    );
    const [client] = await connected();
    const closed = once(client, 'close');
    handlers.get('SIGTERM')!();
    await closed;
    await exited();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('waits for a partially received request', async () => {
    stopOnSignal(
      app(async () => undefined),
      GRACE_MS,
    );
    server.on('request', (_, response) => response.end('the answer'));
    const [client, served] = await connected();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n');
    while (served.bytesRead === 0) await new Promise(setImmediate);
    handlers.get('SIGTERM')!();
    client.write('Connection: close\r\n\r\n');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toContain('the answer');
    await exited();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('aborts a request that does not end within the grace period, and ends with 0', async () => {
    stopOnSignal(
      app(async () => undefined),
      GRACE_MS,
    );
    const [client, served] = await connected();
    const closed = once(client, 'close');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n');
    while (served.bytesRead === 0) await new Promise(setImmediate);
    handlers.get('SIGTERM')!();
    jest.advanceTimersByTime(GRACE_MS - 1);
    expect(served.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    await closed;
    await exited();
    expect(exit.mock.calls).toEqual([[0]]);
  });

  it('ends with 1 and a log line if closing hangs, soon after the grace period and not before', async () => {
    stopOnSignal(
      app(() => new Promise(() => undefined)),
      GRACE_MS,
    );
    handlers.get('SIGTERM')!();
    jest.advanceTimersByTime(GRACE_MS);
    expect(exit).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10_000);
    expect(exit.mock.calls).toEqual([[1]]);
    expect(lines.join('')).toContain('shutdown.forced');
  });

  it('ends with 1 and a log line if closing fails', async () => {
    stopOnSignal(
      app(() => Promise.reject(new Error('postgres://user:password@host'))),
      GRACE_MS,
    );
    handlers.get('SIGTERM')!();
    await exited();
    expect(exit.mock.calls).toEqual([[1]]);
    expect(lines.join('')).toContain('shutdown.failed');
    expect(lines.join('')).not.toContain('password');
  });
});
