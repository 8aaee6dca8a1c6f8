import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DocumentKind } from './document-kind';
import { runIsolated } from './isolated-process';
import type { ProcessLimits } from './process-watch';

const SCRIPT = join(__dirname, 'text', 'extract-text.process.js');

/**
 * The text of a file as UTF-8, taken from it in a process of its own.
 *
 * @throws UnreadableFile, from the stream
 */
export const readDocument = (
  kind: DocumentKind,
  content: Readable,
  limits: ProcessLimits,
  signal: AbortSignal,
): Readable => Readable.from(runIsolated({ script: SCRIPT, args: [kind], content, limits, signal }));
