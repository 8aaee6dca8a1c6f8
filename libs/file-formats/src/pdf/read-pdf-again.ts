import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFStream,
  decodePDFRawStream,
  type PDFDocument,
} from '@cantoo/pdf-lib';
import type { WrittenText } from '../editing/file-format';
import { besidesThePicture } from '../pictures/picture-pieces';
import { textsOfContent } from './content-strings';
import { linesOf, piecesOfPage, rowsOf, withBlanks, type Character } from './page-text';
import { decodedAddress, nameAt, openObjects, pictureFileOf, textOf, walk } from './pdf-objects';
import type { Pdfium } from './pdfium';
import { pagesOfSecondReader, splitAfter } from './second-reader';

/** A text of a written PDF. */
export interface PlacedText extends WrittenText {
  /** The numbers of the pages that show it, or have it among their streams; none if it is not part of a page */
  pages: readonly number[];
  /** Whether it is the text of pages as a reader sees it, in lines */
  isRead: boolean;
}

/** How much of two pages is searched for values that go over the break between them. */
const AROUND_BREAK = 400;

/** Yields everything in a PDF that could contain text: by PDFium, by pdf.js, every string, and every decoded stream. */
export async function* textsOfPdf(bytes: Buffer, pdfium: Pdfium): AsyncGenerator<PlacedText> {
  yield* asRead(bytes, pdfium);
  let before: Reading | undefined;
  let page = 0;
  for await (const items of pagesOfSecondReader(bytes)) {
    const text = items.map(({ text, endsLine }) => text + (endsLine ? '\n' : '')).join('');
    yield { part: 'text', text, pages: [page], isRead: true };
    const pieces = splitAfter(items, ({ endsPiece }) => endsPiece).map((piece) =>
      piece.map(({ text }) => text).join(''),
    );
    yield* overBreak(before, { text, pieces }, page);
    before = { text, pieces };
    page += 1;
  }
  yield* inObjects(await openObjects(bytes));
}

function* asRead(bytes: Buffer, pdfium: Pdfium): Generator<PlacedText> {
  const document = pdfium.open(bytes);
  try {
    let before: Reading | undefined;
    for (let page = 0; page < document.pageCount; page += 1) {
      const glyphs = document.withPage(page, (loaded) => loaded.glyphs());
      const lines = linesOf(glyphs);
      const text = lines.map((line) => line.text).join('\n');
      const rows = rowsOf(glyphs).map((row) => textOfAll(withBlanks(glyphs, row)));
      const pieces = piecesOfPage(glyphs, lines).map((piece) => textOfAll(piece));
      yield { part: 'text', text, pages: [page], isRead: true };
      yield { part: 'text', text: rows.join('\n'), pages: [page], isRead: true };
      yield* overBreak(before, { text, pieces }, page);
      before = { text, pieces };
    }
  } finally {
    document.close();
  }
}

const textOfAll = (characters: readonly Character[]): string => characters.map(({ text }) => text).join('');

/** A page as one reader reads it. */
interface Reading {
  text: string;
  /** Parts of its lines, which another reader may join in another order */
  pieces: readonly string[];
}

/** Yields what is around the break between a page and the one before it. */
function* overBreak(
  before: Reading | undefined,
  { text, pieces }: Reading,
  page: number,
): Generator<PlacedText> {
  const pages = before ? [page - 1, page] : [page];
  const around = before ? `${before.text.slice(-AROUND_BREAK)}\n${text.slice(0, AROUND_BREAK)}` : '';
  yield { part: 'text', text: around, pieces: [...(before?.pieces ?? []), ...pieces], pages, isRead: false };
}

function* inObjects(document: PDFDocument): Generator<PlacedText> {
  const pagesOf = pagesOfStreams(document);
  const found: PlacedText[] = [];
  const add = (text: string, object: unknown, part: string): void => {
    if (text !== '') found.push({ part, text, pages: pagesOf.get(object) ?? [], isRead: false });
  };
  walk(document, document.catalog, (object, key) => {
    if (object instanceof PDFStream) {
      for (const text of textsOfStream(object, key)) add(text, object, 'streams');
      return;
    }
    if ('decodeText' in object && !(object instanceof PDFName)) {
      const text = textOf(object as never);
      add(text, object, 'strings');
      add(decodedAddress(text), object, 'strings');
    }
    // Names that a writer chose: of resources and of places. Others are words of the format, styles and fonts.
    if (object instanceof PDFDict && NAMED.has(key))
      for (const [name] of object.entries()) add(name.decodeText(), object, 'names');
    if (object instanceof PDFName && (key === 'Dest' || key === 'D'))
      add(object.decodeText(), object, 'names');
  });
  yield* found;
}

const NAMED: ReadonlySet<string> = new Set(['XObject', 'Properties', 'Dests', 'Pattern']);
const OF_FONTS = /^(FontFile[23]?|ToUnicode|CIDToGIDMap|CIDSet)$/;

/** Yields the texts of a stream. Fonts, color profiles, functions and pixels have none that people wrote. */
function* textsOfStream(stream: PDFStream, key: string): Generator<string> {
  const { dict } = stream;
  if (nameAt(dict, 'Subtype') === 'Image') {
    const picture = stream instanceof PDFRawStream ? pictureFileOf(stream) : undefined;
    if (picture?.filter === 'DCTDecode')
      for (const piece of besidesThePicture(picture.file, 'jpeg')) yield piece.toString('latin1');
    else if (picture) yield picture.file.toString('latin1');
    return;
  }
  const has = (name: string): boolean => dict.has(PDFName.of(name));
  if (OF_FONTS.test(key) || has('FunctionType') || has('ShadingType') || nameAt(dict, 'Type') === 'CMap')
    return;
  const isProfile = has('N') && !has('Subtype') && !has('Type');
  if (isProfile) return;
  const content = decoded(stream);
  yield* textsOfContent(content);
  const isContent = key === 'Contents' || nameAt(dict, 'Subtype') === 'Form' || has('PatternType');
  if (!isContent) yield content.toString('latin1');
}

function decoded(stream: PDFStream): Buffer {
  try {
    if (stream instanceof PDFRawStream) return Buffer.from(decodePDFRawStream(stream).decode());
  } catch {
    return Buffer.from(stream.getContents()); // A filter of pictures: what it contains is searched as it is.
  }
  return Buffer.from(stream.getContents());
}

/** Returns the pages that use each stream. */
function pagesOfStreams(document: PDFDocument): Map<unknown, number[]> {
  const pagesOf = new Map<unknown, number[]>();
  for (const [number, page] of document.getPages().entries())
    walk(document, page.node, (object, key) => {
      if (key === 'Parent' || key === 'Annots' || key === 'StructParent') return false;
      if (object instanceof PDFArray || object instanceof PDFStream || object instanceof PDFDict)
        pagesOf.set(object, [...(pagesOf.get(object) ?? []), number]);
      return undefined;
    });
  return pagesOf;
}
