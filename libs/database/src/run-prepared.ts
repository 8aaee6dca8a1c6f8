import type { PoolClient } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { Statement } from './statement';

const names = new Map<string, string>();

/**
 * Runs a statement that comes with every request: each connection has it parsed and planned once.
 *
 * @param statement its text is one of few and made of nothing that a caller sends: every text is kept
 * @returns its rows
 */
export async function runPrepared<T extends object>(
  db: DataSource,
  { text, values }: Statement,
): Promise<T[]> {
  const runner = db.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    const { rows } = await client.query<T>({ name: nameOf(text), text, values: [...values] });
    return rows;
  } catch (error) {
    throw new QueryFailedError(text, [...values], error as Error);
  } finally {
    await runner.release();
  }
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}
