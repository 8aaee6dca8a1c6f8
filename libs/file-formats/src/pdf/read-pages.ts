import type { EditOptions } from '../editing/file-format';
import type { TextEditor } from '../editing/text-editor';
import { isUnreadPage, type WordInImage } from '../ocr/text-in-images';
import { around } from '../pictures/paint';
import type { Quad } from '../pictures/pixels';
import { UnreadableFile } from '../unreadable';
import { isFlat, joined, linesOf, touches, wider, type Box, type Glyph, type Line } from './page-text';
import type { PdfiumDocument, PdfiumPage } from './pdfium';

/** What is on a page. */
export interface PageContent {
  glyphs: Glyph[];
  lines: Line[];
  /** Where pictures are */
  pictures: Box[];
  /** Whether the page is a picture with few letters or none besides: it is written as a picture again */
  isScan: boolean;
  /** Words that OCR read in pictures; their boxes are those of the page at OCR's resolution */
  words: WordInImage[];
}

/** Pixels for each point: 200 dpi. */
const SCALE = 200 / 72;
const MOST_PIXELS = 12_000_000;
/** A picture of this share of the page is a scan if the page has fewer letters than that besides. */
const SCAN_SHARE = 0.7;
export const LETTERS_BESIDES = 100;

/** Returns the size at which a page is rendered. */
export function resolution({ size: { width, height } }: PdfiumPage): { width: number; height: number } {
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws annotations and fields into each page, and returns what the pages show.
 *
 * @throws UnreadableFile
 */
export async function readPages(
  document: PdfiumDocument,
  editor: TextEditor,
  options: EditOptions,
): Promise<PageContent[]> {
  const pages: PageContent[] = [];
  for (let number = 0; number < document.pageCount; number += 1) {
    document.withPage(number, (page) => {
      page.flatten();
      if (options.drop.has('pictures')) removePictures(page);
    });
    const content = document.withPage(number, contentOf);
    const isPainted = content.pictures.length > 0 || (content.glyphs.length === 0 && !content.isEmpty);
    if (isPainted) await readPictures(document, number, content, editor, options);
    pages.push(content);
  }
  return pages;
}

/** Returns what a page shows, without the words in its pictures. */
export function contentOf(page: PdfiumPage): PageContent & { isEmpty: boolean } {
  const glyphs = page.glyphs();
  const { width, height } = page.size;
  const pictures = page.pictures().map(({ box }) => box);
  const visible = glyphs.filter(({ text, isInvisible }) => text.trim() !== '' && !isInvisible).length;
  const covered = pictures.length === 0 ? 0 : areaOf(joined(pictures)) / (width * height);
  const isScan = visible === 0 || (covered > SCAN_SHARE && visible < LETTERS_BESIDES);
  return { glyphs, lines: linesOf(glyphs), pictures, isScan, words: [], isEmpty: page.isEmpty };
}

const areaOf = ({ left, bottom, right, top }: Box): number => (right - left) * (top - bottom);

function removePictures(page: PdfiumPage): void {
  // The pictures of other objects are gray dots already; these are written into the page itself.
  for (const picture of page.pictures()) {
    if (picture.isInForm) throw new UnreadableFile('pictures');
    page.remove(picture);
  }
}

/** Reads the pictures of a page. A page that is not a scan may have pictures without words, as a logo. */
async function readPictures(
  document: PdfiumDocument,
  number: number,
  content: PageContent,
  editor: TextEditor,
  { ocr, drop }: EditOptions,
): Promise<void> {
  if (!ocr) {
    if (content.pictures.length === 0 || drop.has('pictures')) return;
    throw new UnreadableFile('pictures');
  }
  const words = await editor.remember(async () => {
    const rendered = document.withPage(number, (page) => {
      const { width, height } = resolution(page);
      return page.render(width, height);
    });
    return ocr.reader.read(rendered);
  });
  editor.count('pages_read_by_ocr');
  if (content.isScan) {
    if (isUnreadPage(words, ocr.minConfidence)) throw new UnreadableFile('pictures_unreadable');
    content.words = words;
  } else content.words = document.withPage(number, (page) => wordsInPictures(page, content, words));
}

/** Returns the words within pictures that are not text of the page. */
function wordsInPictures(
  page: PdfiumPage,
  { glyphs, pictures }: PageContent,
  words: readonly WordInImage[],
): WordInImage[] {
  const letters = glyphs.filter(
    ({ box, isInvisible, text }) => text.trim() !== '' && !isInvisible && !isFlat(box),
  );
  return words.filter((word) => {
    const box = boxInPage(page, word.box);
    const middle = { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
    const isIn = ({ left, right, bottom, top }: Box): boolean =>
      middle.x >= left && middle.x <= right && middle.y >= bottom && middle.y <= top;
    return (
      pictures.some((picture) => isIn(picture)) &&
      !letters.some((letter) => isIn(wider(letter.box, 1)) || isWithin(letter.box, box))
    );
  });
}

/** Returns whether most of a letter is in the box of a word. */
function isWithin(letter: Box, word: Box): boolean {
  if (!touches(letter, word)) return false;
  const shared: Box = {
    left: Math.max(letter.left, word.left),
    right: Math.min(letter.right, word.right),
    bottom: Math.max(letter.bottom, word.bottom),
    top: Math.min(letter.top, word.top),
  };
  return areaOf(shared) > areaOf(letter) / 2;
}

/** Returns a box of a rendered page in the coordinates of the page. */
export function boxInPage(page: PdfiumPage, box: Quad, margin = 0): Box {
  const { width, height } = resolution(page);
  const { left, top, right, bottom } = around(box);
  const [x1, y1] = page.toPage(width, height, [left - margin, bottom + margin]);
  const [x2, y2] = page.toPage(width, height, [right + margin, top - margin]);
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) };
}
