import { setTimeout } from 'node:timers/promises';
import type { Program, TestSystem } from '@app/testing';

/** A process that stands still and goes on, in turns: its event loop is held for `heldMs`, and runs for a moment. */
export async function stutter({ pid }: Program, heldMs: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await setTimeout(heldMs);
  process.kill(pid, 'SIGCONT');
  await setTimeout(200);
}

/** While `meanwhile` runs, the process stands still. */
export async function frozen({ pid }: Program, meanwhile: () => Promise<unknown>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await meanwhile();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** As somebody does who changes a table by hand: nobody else reads or writes it before `meanwhile` has ended. */
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
