import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DocumentKind } from './document-kind';
import type { IsolatedPrograms, IsolatedWork } from './isolation/isolated-programs';

const SCRIPT = join(__dirname, 'text', 'extract-text.process.js');

/**
 * The text of a file as UTF-8, taken from it in a process of its own.
 *
 * @throws UnreadableFile, from the stream
 */
export const readDocument = (
  programs: IsolatedPrograms,
  kind: DocumentKind,
  work: Pick<IsolatedWork, 'content' | 'limits' | 'signal'>,
): Readable => Readable.from(programs.run({ script: SCRIPT, args: [kind], ...work }));
