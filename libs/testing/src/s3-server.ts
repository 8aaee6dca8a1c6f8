import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
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

/** An S3 server for backups, and a client that looks into it. */
export interface BackupStore extends S3Server {
  client: S3Client;
  /** Ends the server; the settings stay. */
  halt(): void;
}

/** Starts a server with buckets, and sets this process's settings for backups to it until it is stopped. */
export async function startBackupStore(buckets: readonly string[]): Promise<BackupStore> {
  const server = await startS3Server();
  const { endpoint } = server;
  const settings = {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: 'test',
    BACKUP_S3_SECRET_ACCESS_KEY: 'test',
  };
  Object.assign(process.env, settings);
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    forcePathStyle: true,
  });
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
  return {
    endpoint,
    client,
    halt: server.stop,
    stop: () => {
      for (const name of Object.keys(settings)) delete process.env[name];
      client.destroy();
      server.stop();
    },
  };
}
