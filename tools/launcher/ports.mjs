import { createConnection, createServer } from 'node:net';
import { LauncherError } from './say.mjs';

/** Returns a free port of 127.0.0.1. */
export const freePort = () =>
  new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** @throws LauncherError that names the setting if the port is in use */
export async function assertFree(setting, port, host) {
  await new Promise((done, fail) => {
    const server = createServer();
    server.on('error', (error) =>
      fail(
        new LauncherError(
          error.code === 'EADDRINUSE'
            ? `port ${port} is taken by another program; stop it or set ${setting} to a free port`
            : `port ${port} on ${host} cannot be listened on (${error.code}); set ${setting} or HOST`,
        ),
      ),
    );
    server.listen(port, host, () => server.close(done));
  });
}

/** Resolves when a server listens on the port. */
export async function untilListening(port, { within = 30_000, alive = () => true } = {}) {
  const deadline = Date.now() + within;
  while (!(await listens(port))) {
    if (!alive() || Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 50));
  }
  return true;
}

const listens = (port) =>
  new Promise((done) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => (socket.destroy(), done(true)));
    socket.on('error', () => done(false));
  });
