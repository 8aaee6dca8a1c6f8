import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';
import { freePort } from './free-port';

/** moto, an S3 server (Apache-2.0), from PyPI. The versions are pinned; other versions use another folder. */
const PACKAGES = ['moto[s3]==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5'];
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'privacy-chat-tests');
const FOLDER = join(CACHE, 'moto-5.2.5');

export interface S3Server {
  endpoint: string;
  stop(): void;
}

/**
 * Installs the server if it is missing, in a folder outside the clone (about 10 s, once). Synchronous, so that a spec can
 * decide which tests to declare.
 *
 * @returns why there is no server, or undefined
 */
export function whyNoS3Server(): string | undefined {
  if (existsSync(FOLDER)) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'install-'));
  try {
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--target', unfinished, ...PACKAGES];
    execFileSync('python3', pip, { stdio: 'pipe', timeout: 240_000 });
    if (!existsSync(FOLDER)) renameSync(unfinished, FOLDER);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT' ? 'python3 is not installed' : 'pip could not install moto (no package index?)';
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Starts a server on a free port of 127.0.0.1, and waits until it answers. */
export async function startS3Server(): Promise<S3Server> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, PYTHONPATH: FOLDER },
    stdio: 'ignore',
  });
  await eventually(() => fetch(endpoint));
  return { endpoint, stop: () => server.kill('SIGKILL') };
}
