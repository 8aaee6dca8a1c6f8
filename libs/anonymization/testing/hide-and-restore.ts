import type { EntityTable } from '../src/pseudonymization/entities/entity-table';
import { anonymize } from '../src/pseudonymization/replacing/anonymize';
import type { AnonymizedText, TextToAnonymize } from '../src/pseudonymization/replacing/anonymized-text';
import { Restorer } from '../src/pseudonymization/restoring/restore';
import type { RestoringText } from '../src/pseudonymization/restoring/restoring-text';

/** Hides the values of one text. */
export async function hide(table: EntityTable, input: TextToAnonymize): Promise<AnonymizedText> {
  const [hidden] = await anonymize(table, [input]);
  return hidden!;
}

interface Options {
  /** Whether the answer is JSON */
  json?: boolean;
}

/** Restores a whole answer to the messages of one call. */
export async function restore(
  answer: string,
  table: EntityTable | Promise<EntityTable>,
  sent: readonly string[],
  { json = false }: Options = {},
): Promise<string> {
  const restorer = await Restorer.prepare(await table, sent);
  return json ? restorer.restoreJson(answer) : restorer.restore(answer);
}

/** Restores an answer that arrives in the given pieces. */
export async function restoreInPieces(
  pieces: Iterable<string>,
  table: EntityTable | Promise<EntityTable>,
  sent: readonly string[],
  options?: Options,
): Promise<string> {
  const stream = await restoreStream(table, sent, options);
  let shown = '';
  for (const piece of pieces) shown += await stream.write(piece);
  return shown + (await stream.end());
}

/** Begins to restore an answer that arrives in pieces. */
export async function restoreStream(
  table: EntityTable | Promise<EntityTable>,
  sent: readonly string[],
  { json = false }: Options = {},
): Promise<RestoringText> {
  const restorer = await Restorer.prepare(await table, sent);
  return json ? restorer.beginJson() : restorer.begin();
}
