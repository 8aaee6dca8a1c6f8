import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { modelAlone } from '../systems/ours';

const PROGRAM = join(__dirname, 'pass-through.process.ts');
const HOOK = join(__dirname, '../../../tools/typescript/register.cjs');

/** Starts a program of a benchmark, which prints its port. */
export async function startProcess(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['--require', HOOK, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid!,
    base: `http://127.0.0.1:${String(line).trim()}`,
    stop: () => void child.kill(),
  };
}

/**
 * Starts a pass-through in its own process.
 *
 * @param database where it executes one durable INSERT per call, into a table `passed`. If absent, it executes none
 */
export async function startPassThrough(upstream: string, database?: string) {
  const { base, ...started } = await startProcess(PROGRAM, [upstream, ...(database ? [database] : [])]);
  return { ...started, url: `${base}/chat` };
}

/** Returns calls that run the bare network on a prompt. */
export async function startNetwork(): Promise<{
  call(prompt: string): Promise<unknown>;
  stop(): Promise<void>;
}> {
  const model = await modelAlone();
  return { call: (prompt) => model.find([prompt], 'en'), stop: () => model.close() };
}

/** @returns a call that executes one durable INSERT of `bytes` */
export async function durableStatement(db: Pool, bytes: number): Promise<() => Promise<unknown>> {
  await db.query('CREATE TABLE floor (id bigserial PRIMARY KEY, content bytea)');
  const content = Buffer.alloc(bytes, 'x');
  return () => db.query('INSERT INTO floor (content) VALUES ($1)', [content]);
}

/**
 * Returns the medians of calls in milliseconds. The calls alternate, each after `quietMs` of idle time, so that processors and
 * caches are equally cold for each.
 */
export async function medians<Name extends string>(
  rounds: number,
  quietMs: number,
  calls: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const times = mapValues(calls, (): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(calls) as Name[]) {
      await setTimeout(quietMs);
      const begun = performance.now();
      await calls[name]();
      times[name].push(performance.now() - begun);
    }
  return mapValues(times, (some) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? NaN);
}

const mapValues = <Name extends string, A, B>(
  record: Record<Name, A>,
  map: (value: A) => B,
): Record<Name, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([name, value]) => [name, map(value)])) as Record<Name, B>;
