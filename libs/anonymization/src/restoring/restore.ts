import type { EntityTable } from '../entities/entity-table';
import { inSlices } from '../steps';
import { restoring, RestoreStream, type RestoreOptions } from './restore-stream';

/**
 * Puts the caller's own values back into a model's answer: surely, or not at all (contract 4, rule 6).
 *
 * @param sent the messages of that very model call; only replacements that stood in them are turned back
 */
export function restore(
  answer: string,
  table: EntityTable,
  sent: readonly string[],
  options?: RestoreOptions,
): string {
  const stream = new RestoreStream(table, sent, options);
  return stream.write(answer) + stream.end();
}

/**
 * The same in two halves, both giving way to other work: what can be done before the answer is there, and the answer.
 */
export async function restoreInSlices(
  table: EntityTable,
  sent: readonly string[],
): Promise<(answer: string) => Promise<string>> {
  const restorer = await inSlices(restoring(table, sent));
  return (answer) => inSlices(restorer.whole(answer));
}
