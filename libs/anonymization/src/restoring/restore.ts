import type { EntityTable } from '../entities/entity-table';
import { RestoreStream, type RestoreOptions } from './restore-stream';

/**
 * Puts the caller's own values back into a model's answer: surely, or not at all (contract: Anonymizing and restoring, rule 6).
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
