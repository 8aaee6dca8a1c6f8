import type { AskedWords } from './asked-words';
import type { Rewriting } from './edit-file';
import type { Droppable } from './file-format';

/**
 * `read` answers a line of JSON for each text, and a last one with `memory`. `write` answers a line with the report, and then
 * the file. `check` answers a line with the parts in which a value is left. Before these lines and between them, an empty line
 * says that OCR has read another picture.
 */
export type EditStep = 'read' | 'write' | 'check';

/** The first line of a request. Lines with changes follow, and then the file. */
export interface EditHead {
  drop: readonly Droppable[];
  isRestoring?: true;
  /** Languages are codes of ISO 639-1. If absent, pictures are not read */
  ocr?: { languages: readonly string[]; minConfidence: number };
  /** The limit of `read` for all texts, in bytes of UTF-8 */
  mostTextBytes: number;
  /** The values that `check` looks for */
  values: readonly string[];
  /** What `check` looks for, although it may not have been found */
  asked: AskedWords;
  /** What the format remembered while the file was read */
  memory: readonly unknown[];
  /** The number of lines with changes, one for each text, if `write` is asked for */
  changes: number;
}

/** What stands for a picture that OCR has read. */
export const PICTURE_READ = '\n';

/** Yields a request as it is sent, one line at a time, because a file may have a million texts. */
export function* encodeRequest(
  head: Omit<EditHead, 'changes' | 'memory'>,
  { changes, memory }: Rewriting = { changes: [], memory: [] },
): Generator<string> {
  yield `${JSON.stringify({ ...head, memory, changes: changes.length } satisfies EditHead)}\n`;
  for (const change of changes) yield `${JSON.stringify(change)}\n`;
}

export function decodeRequest(request: Buffer): { head: EditHead; rewriting: Rewriting; file: Buffer } {
  let at = 0;
  const line = (): unknown => {
    const end = request.indexOf('\n', at);
    const json = request.toString('utf8', at, end);
    at = end + 1;
    return JSON.parse(json);
  };
  const head = line() as EditHead;
  const changes = Array.from({ length: head.changes }, () => line() as Rewriting['changes'][number]);
  return { head, rewriting: { changes, memory: head.memory }, file: request.subarray(at) };
}
