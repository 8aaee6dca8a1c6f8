import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { modelAlone } from '../systems/ours';

const PROGRAM = join(__dirname, 'pass-through.process.ts');
const HOOK = join(__dirname, '../../../tools/typescript/register.cjs');

/** A pass-through as a process of its own. @returns its address */
export async function startPassThrough(upstream: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['--require', HOOK, PROGRAM, upstream], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(line).trim()}/chat`, stop: () => child.kill() };
}

/** Median of what the bare network takes for one such prompt, in milliseconds. */
export async function networkMs(prompt: (turn: number) => string, count: number): Promise<number> {
  const model = await modelAlone();
  const times = await timed(count, (i) => model.find([prompt(1_000_000 + i)], 'en'));
  await model.close();
  return times;
}

/** Median of one durable INSERT of `bytes`, in milliseconds. */
export async function statementMs(db: Pool, bytes: number, count: number): Promise<number> {
  await db.query('CREATE TABLE floor (id bigserial PRIMARY KEY, content bytea)');
  const content = Buffer.alloc(bytes, 'x');
  return timed(count, () => db.query('INSERT INTO floor (content) VALUES ($1)', [content]));
}

/** Of calls one after the other; the first half warms up. */
async function timed(count: number, call: (i: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const begun = performance.now();
    await call(i);
    if (i >= count / 2) times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;
}
