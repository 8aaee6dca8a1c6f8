import { setTimeout } from 'node:timers/promises';
import type { Program, TestSystem } from '@app/testing';

/** Alternately stops and continues a process, so that its event loop is blocked for `heldMs` and then runs briefly. */
export async function stutter({ pid }: Program, heldMs: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await setTimeout(heldMs);
  process.kill(pid, 'SIGCONT');
  await setTimeout(200);
}

/** Stops the process while `meanwhile` runs. */
export async function frozen({ pid }: Program, meanwhile: () => Promise<unknown>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await meanwhile();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/**
 * Locks a table while `meanwhile` runs, as an admin does who changes it manually. Other connections can neither read nor write
 * it.
 */
export async function locked(
  { db }: Pick<TestSystem, 'db'>,
  table: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const client = await db.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await meanwhile();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
