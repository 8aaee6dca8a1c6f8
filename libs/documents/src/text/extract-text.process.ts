/**
 * A process that takes the text out of one file: the file on standard input, its kind as the argument, the text on
 * descriptor 3 as UTF-8, the verdict as exit code. It has no environment, no keys and no address of anything.
 */
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DOCUMENT_KINDS } from '../document-kind';
import { UnreadableFile } from '../unreadable';
import { EXIT_CODES } from './exit-codes';
import { extractText } from './extract-text';

const TEXT_DESCRIPTOR = 3;

async function main(): Promise<void> {
  const kind = DOCUMENT_KINDS.find((known) => known === process.argv[2]);
  if (!kind) throw new Error('The argument must be a kind of document');
  const file = await buffer(process.stdin);
  await pipeline(extractText(kind, file), createWriteStream('', { fd: TEXT_DESCRIPTOR }));
}

main().catch((error: unknown) => {
  process.exit(error instanceof UnreadableFile ? EXIT_CODES[error.why] : 1);
});
