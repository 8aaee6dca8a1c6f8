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

/** The most text that one document may give, in UTF-16 units. */
const MAX_TEXT = 32 * 1024 ** 2;

type Reader = (bytes: Buffer) => AsyncIterable<string>;

async function* readText(bytes: Buffer): AsyncGenerator<string> {
  yield decodeText(bytes);
}

/** JSON as it was written, once it is sure to be JSON. */
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
 * The text of a file, piece by piece. Costs time and memory as the file pleases: for a process of its own.
 *
 * @throws UnreadableFile where the content is not what `kind` says, or gives no text
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
