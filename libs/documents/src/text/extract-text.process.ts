/**
 * A process that takes the text out of one file: it is sent the file, its kind as the argument, and sends the text as
 * UTF-8, the verdict as exit code. It has no environment, no keys and no address of anything.
 */
import { pipeline } from 'node:stream/promises';
import { DOCUMENT_KINDS } from '../document-kind';
import { receiveRequest } from '../isolation/receive-request';
import { EXIT_CODES, UnreadableFile } from '../unreadable';
import { extractText } from './extract-text';

async function main(): Promise<void> {
  const kind = DOCUMENT_KINDS.find((known) => known === process.argv[2]);
  if (!kind) throw new Error('The argument must be a kind of document');
  const { request: file, answer } = await receiveRequest();
  await pipeline(extractText(kind, file), answer);
}

main().catch((error: unknown) => {
  process.exit(error instanceof UnreadableFile ? EXIT_CODES[error.why] : 1);
});
