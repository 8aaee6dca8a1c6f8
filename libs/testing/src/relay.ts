import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port';

export interface Relay {
  /** The URL of the relay instead of `url`. */
  url: string;
  /** Closes every connection and accepts no new one. */
  cut(): Promise<void>;
  repair(): Promise<void>;
  /** Passes nothing on, neither on open connections nor on new ones, as if the store hung. */
  freeze(): void;
  /** Passes everything on that arrived meanwhile. */
  thaw(): void;
}

/** Starts a relay between a program and a store, so that a test can make the store unreachable. */
export async function startRelay(url: string): Promise<Relay> {
  const { hostname, port: target } = new URL(url);
  const port = await freePort();
  /** Each socket with the socket that it passes its data on to. */
  const sockets = new Map<Socket, Socket>();
  let frozen = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.set(from, to);
    // The other end is notified by its own connection's end.
    from
      .on('error', () => from.destroy())
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    if (!frozen) from.pipe(to);
  };
  const server = createServer((client) => {
    const store = connect(Number(target), hostname);
    join(client, store);
    join(store, client);
  });
  const repair = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets.keys()) socket.destroy();
    sockets.clear();
    await closed;
  };
  await repair();
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).toString(),
    cut,
    repair,
    freeze: () => {
      frozen = true;
      for (const [from, to] of sockets) from.unpipe(to).pause();
    },
    thaw: () => {
      // A second pipe would pass everything on twice.
      if (!frozen) return;
      frozen = false;
      for (const [from, to] of sockets) from.pipe(to);
    },
  };
}
