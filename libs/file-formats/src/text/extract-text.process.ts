/**
 * A process that extracts the text of one file. It reads the file from standard input, its format and how OCR reads from the
 * arguments, writes the text and a report (`extracted-text.ts`), and reports failures as exit code. It has no environment, no
 * keys and no addresses.
 */
import { pipeline } from 'node:stream/promises';
import { FORMATS } from '../formats';
import { textInImages } from '../ocr/tesseract-text-in-images';
import { receiveRequest } from '../receive-request';
import { exitCodeOf } from '../unreadable';
import { extractText } from './extract-text';
import { encodeReport } from './extracted-text';
import { Reading } from './reading';

async function main(): Promise<void> {
  const [name, settings] = process.argv.slice(2);
  const format = FORMATS.find((known) => known.name === name);
  if (!format || settings === undefined) throw new Error('The arguments must be a format and settings');
  const { ocr } = JSON.parse(settings) as { ocr?: { languages: string[]; minConfidence: number } };
  const { request: file, answer } = await receiveRequest();
  const reading = new Reading(
    ocr && { reader: textInImages(ocr.languages), minConfidence: ocr.minConfidence },
  );
  await pipeline(extractText(format.name, file, reading), answer, { end: false });
  answer.end(encodeReport({ pagesReadByOcr: reading.pagesReadByOcr }));
}

main().catch((error: unknown) => {
  process.exit(exitCodeOf(error));
});
