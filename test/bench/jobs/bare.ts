import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { eventually, freePort, makeStores } from '@app/testing';
import type { Door } from './load';

const ROOT = join(__dirname, '../../..');

/** The bare pipeline: two processes with their own database. */
export async function startBare() {
  const stores = await makeStores();
  await stores.db.query('CREATE TABLE bare_jobs (id uuid PRIMARY KEY, text text, url text)');
  const port = await freePort();
  const children = [
    await startProgram('bare-api.ts', port, stores),
    await startProgram('bare-worker.ts', await freePort(), stores),
  ];
  return {
    door: (webhookUrl: string): Door => ({
      url: `http://127.0.0.1:${port}/job`,
      headers: {},
      body: JSON.stringify({ text: TEXT, lang: 'en', webhook_url: webhookUrl, choices: ['Emails'] }),
    }),
    stop: async () => {
      for (const child of children) child.kill();
      await stores.drop();
    },
  };
}

/** 100 bytes. */
export const TEXT =
  'The meeting on the new contract is on Monday at ten; please write to anna.schmidt@firma.example now.';

async function startProgram(
  script: string,
  port: number,
  { databaseUrl, redisUrl, redisPrefix }: { databaseUrl: string; redisUrl: string; redisPrefix: string },
): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--require', './tools/typescript/register.cjs', join(__dirname, script)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        REDIS_PREFIX: redisPrefix,
        PORT: String(port),
      },
    },
  );
  await eventually(async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`);
    if (!ok) throw new Error(`${script} is not ready`);
  }, 60_000);
  return child;
}
