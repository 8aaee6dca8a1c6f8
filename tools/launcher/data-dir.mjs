import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LauncherError } from './say.mjs';

/**
 * Creates the data folder.
 *
 * @returns its absolute path
 */
export function makeDataDir() {
  const path = resolve(process.env.DATA_DIR || '.data');
  mkdirSync(path, { recursive: true });
  if (!statSync(path).isDirectory()) throw new LauncherError(`DATA_DIR: ${path} is not a folder`);
  return path;
}

/**
 * Locks the folder until this process ends. A listening socket closes with its process, whatever ends it, so no stale
 * lock remains. Its path is short, because the system allows about 100 characters.
 */
export async function lockDataDir(path) {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const socket = join(tmpdir(), `privacy-chat-${name}.lock`);
  if (await answers(socket))
    throw new LauncherError(`${path} is in use by another npm start; stop it or set DATA_DIR`);
  rmSync(socket, { force: true });
  const server = createServer((connection) => connection.end());
  await new Promise((done, fail) => server.on('error', fail).listen(socket, done));
  server.unref();
}

const answers = (socket) =>
  new Promise((done) => {
    const connection = createConnection(socket);
    connection.on('connect', () => (connection.destroy(), done(true)));
    connection.on('error', () => done(false));
  });
