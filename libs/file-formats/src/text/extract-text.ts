import type { FormatName } from '../formats';
import { msgToEml } from '../msg/msg-to-eml';
import { UnreadableFile } from '../unreadable';
import { decodeText } from './decode-text';
import { readArchive, readMail, type ReadWithin } from './read-containers';
import { readDocx } from './read-docx';
import { readHtml } from './read-html';
import { readOpenDocument } from './read-opendocument';
import { readPdf } from './read-pdf';
import { readPicture } from './read-picture';
import { readPptx } from './read-pptx';
import { readRtf } from './read-rtf';
import { readXlsx } from './read-xlsx';
import { Reading } from './reading';

/** The limit for the text of one document, in UTF-16 code units. */
const MAX_TEXT = 32 * 1024 ** 2;

/** Yields the text that people see in a file. */
type Reader = (bytes: Buffer, reading: Reading, readWithin: ReadWithin) => AsyncIterable<string>;

async function* readText(bytes: Buffer): AsyncGenerator<string> {
  yield decodeText(bytes);
}

/** Yields JSON unchanged, after it was parsed completely. */
async function* readJson(bytes: Buffer): AsyncGenerator<string> {
  const text = decodeText(bytes);
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
  yield text;
}

const READERS: Readonly<Record<FormatName, Reader>> = {
  txt: readText,
  md: readText,
  csv: readText,
  tsv: readText,
  html: readHtml,
  json: readJson,
  xml: readText,
  yaml: readText,
  eml: readMail,
  msg: (bytes, reading, readWithin) => readMail(msgToEml(bytes), reading, readWithin),
  zip: readArchive,
  pdf: readPdf,
  png: readPicture('png'),
  jpeg: readPicture('jpeg'),
  docx: readDocx,
  xlsx: readXlsx,
  pptx: readPptx,
  odt: readOpenDocument('text'),
  ods: readOpenDocument('spreadsheet'),
  odp: readOpenDocument('presentation'),
  rtf: readRtf,
};

/**
 * Yields the text of a file, piece by piece. The file controls the time and memory, so run it in a separate process.
 *
 * @throws UnreadableFile if the content is not of the format, or has no text
 */
export async function* extractText(
  format: FormatName,
  bytes: Buffer,
  reading = new Reading(undefined),
): AsyncGenerator<string> {
  if (bytes.length === 0) throw new UnreadableFile('empty');
  let length = 0;
  let hasText = false;
  for await (const piece of READERS[format](bytes, reading, extractText)) {
    length += piece.length;
    if (length > MAX_TEXT) throw new UnreadableFile('expands_too_far');
    hasText ||= /[^\s\p{C}]/u.test(piece);
    yield piece.toWellFormed();
  }
  if (!hasText) throw new UnreadableFile('without_text');
}
