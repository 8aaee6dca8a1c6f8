/**
 * A process that extracts the text of one file. It reads the file from standard input and its type from the argument, writes
 * the text as UTF-8, and reports the outcome as exit code. It has no environment, no keys and no addresses.
 */
import { pipeline } from 'node:stream/promises';
import { DOCUMENT_KINDS } from '../document-kind';
import { receiveRequest } from '../receive-request';
import { exitCodeOf } from '../unreadable';
import { extractText } from './extract-text';

async function main(): Promise<void> {
  const kind = DOCUMENT_KINDS.find((known) => known === process.argv[2]);
  if (!kind) throw new Error('The argument must be a kind of document');
  const { request: file, answer } = await receiveRequest();
  await pipeline(extractText(kind, file), answer);
}

main().catch((error: unknown) => {
  process.exit(exitCodeOf(error));
});
