import { PDFName, StandardFonts, type PDFDocument } from '@cantoo/pdf-lib';
import { encodePicture } from '../pictures/picture-file';
import { around, BLACK, fill, widened } from '../pictures/paint';
import type { Pixels } from '../pictures/pixels';
import { MARGIN } from './hide-on-pages';
import { isFlat, joined, touches, type Box } from './page-text';
import type { PdfiumPage } from './pdfium';
import { resolution, type PageContent } from './read-pages';

/** A word that stays on a page that is written as a picture; its box in pixels of the picture. */
export interface RemainingWord {
  text: string;
  box: { left: number; top: number; right: number; bottom: number };
}

/** A page that is written as a picture, with its words as invisible text, so that they can be searched and copied. */
export interface PagePicture {
  picture: Pixels;
  /** The size of the page in points */
  width: number;
  height: number;
  words: readonly RemainingWord[];
}

const DROPPED = [
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Rotate',
  'Annots',
  'StructParents',
  'Group',
  'B',
  'UserUnit',
];
/** The letters that each font of PDF has without being embedded. */
const LATIN_1 = /^[\x20-\x7e\u00a1-\u00ff]$/u;

export async function writePagePicture(
  document: PDFDocument,
  number: number,
  page: PagePicture,
): Promise<void> {
  const { node } = document.getPage(number);
  const { context } = document;
  const image = await document.embedJpg(encodePicture(page.picture, 'jpeg'));
  await image.embed();
  for (const key of DROPPED) node.delete(PDFName.of(key));
  node.set(PDFName.of('MediaBox'), context.obj([0, 0, page.width, page.height]));
  node.set(
    PDFName.of('Resources'),
    context.obj({
      XObject: { P: image.ref },
      Font: {
        F: { Type: 'Font', Subtype: 'Type1', BaseFont: StandardFonts.Helvetica, Encoding: 'WinAnsiEncoding' },
      },
    }),
  );
  const content = `q ${page.width} 0 0 ${page.height} 0 0 cm /P Do Q\nBT 3 Tr\n${invisible(page)}ET\n`;
  node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
}

function invisible({ words, picture, width, height }: PagePicture): string {
  const scale = width / picture.width;
  let written = '';
  for (const { text, box } of words) {
    const letters = [...text].filter((letter) => LATIN_1.test(letter)).join('');
    const size = (box.bottom - box.top) * scale;
    if (letters === '' || size <= 0) continue;
    const stretch = ((box.right - box.left) * scale * 100) / (letters.length * size * MEAN_WIDTH);
    const hex = Buffer.from(`${letters} `, 'latin1').toString('hex');
    const [x, y] = [box.left * scale, height - box.bottom * scale];
    written += `/F ${size.toFixed(2)} Tf ${stretch.toFixed(1)} Tz 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm <${hex}> Tj\n`;
  }
  return written;
}

/** The mean width of a letter in Helvetica, in its size. */
const MEAN_WIDTH = 0.53;

/** Renders a page at the resolution of OCR. */
export function rendered(page: PdfiumPage): Pixels {
  const { width, height } = resolution(page);
  return page.render(width, height);
}

/** Paints over a box of a page in its picture. @returns whether the box has a size */
export function paintBox(page: PdfiumPage, picture: Pixels, box: Box): boolean {
  if (isFlat(box)) return false;
  const { left, top, right, bottom } = inPicture(page, picture, box);
  const quad = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  fill(picture, widened(quad, MARGIN), BLACK);
  return true;
}

/** Returns the words of a page that stay: neither a hidden glyph nor a painted box is in them. */
export function remainingWords(
  page: PdfiumPage,
  picture: Pixels,
  { glyphs, lines }: PageContent,
  gone: ReadonlySet<number>,
  painted: readonly Box[],
): RemainingWord[] {
  return lines.flatMap(({ glyphs: line }) => {
    const words: number[][] = [[]];
    for (const glyph of line)
      if (glyphs[glyph]!.text.trim() === '') words.push([]);
      else words.at(-1)!.push(glyph);
    return words.flatMap((word) => {
      const boxes = word.map((glyph) => glyphs[glyph]!.box).filter((box) => !isFlat(box));
      if (boxes.length === 0 || word.some((glyph) => gone.has(glyph))) return [];
      const box = joined(boxes);
      if (painted.some((other) => touches(other, box))) return [];
      return [
        { text: word.map((glyph) => glyphs[glyph]!.text).join(''), box: inPicture(page, picture, box) },
      ];
    });
  });
}

function inPicture(page: PdfiumPage, { width, height }: Pixels, box: Box): RemainingWord['box'] {
  const corners = [
    page.toPicture(width, height, [box.left, box.bottom]),
    page.toPicture(width, height, [box.right, box.top]),
  ];
  return around(corners);
}
