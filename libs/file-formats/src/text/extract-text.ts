import type { DocumentKind } from '../document-kind';
import { UnreadableFile } from '../unreadable';
import { decodeText } from './decode-text';
import { readDocx } from './read-docx';
import { readHtml } from './read-html';
import { readOdt } from './read-odt';
import { readPdf } from './read-pdf';
import { readPptx } from './read-pptx';
import { readRtf } from './read-rtf';
import { readXlsx } from './read-xlsx';

/** The limit for the text of one document, in UTF-16 code units. */
const MAX_TEXT = 32 * 1024 ** 2;

type Reader = (bytes: Buffer) => AsyncIterable<string>;

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

const READERS: Readonly<Record<DocumentKind, Reader>> = {
  txt: readText,
  md: readText,
  csv: readText,
  json: readJson,
  html: readHtml,
  pdf: readPdf,
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
  odt: readOdt,
  rtf: readRtf,
};

/**
 * Yields the text of a file, piece by piece. The file controls the time and memory, so run it in a separate process.
 *
 * @throws UnreadableFile if the content is not of the type `kind`, or has no text
 */
export async function* extractText(kind: DocumentKind, bytes: Buffer): AsyncGenerator<string> {
  if (bytes.length === 0) throw new UnreadableFile('empty');
  let length = 0;
  let hasText = false;
  for await (const piece of READERS[kind](bytes)) {
    length += piece.length;
    if (length > MAX_TEXT) throw new UnreadableFile('expands_too_far');
    hasText ||= /[^\s\p{C}]/u.test(piece);
    yield piece.toWellFormed();
  }
  if (!hasText) throw new UnreadableFile('without_text');
}
