import { boxesOfWords, furtherWords } from '../ocr/hide-words';
import { type KnownValues, type Occurrence } from '../ocr/known-values';
import { squeeze } from '../ocr/squeezed';
import type { WordInImage } from '../ocr/text-in-images';
import {
  boxesOver,
  isFlat,
  isLevel,
  onceEach,
  piecesOfPage,
  rowsOf,
  thin,
  touches,
  wider,
  withBlanks,
  type Box,
} from './page-text';
import type { PdfiumDocument, PdfiumPage } from './pdfium';
import { boxInPage, type PageContent } from './read-pages';
import { splitAfter, type Item } from './second-reader';

/** Glyphs or words that are removed, and what is written in their place. */
export interface Run<Place> {
  places: Place[];
  label: string;
}

/** What is removed from a page. */
export interface HiddenOnPage {
  glyphs: Run<number>[];
  words: Run<WordInImage>[];
}

/** The margin around words of pictures, in pixels. */
export const MARGIN = 3;

/** Adds every further occurrence of known values: in other orders of reading, over page breaks, and pieces at line ends. */
export function findFurther(
  pages: readonly PageContent[],
  hidden: HiddenOnPage[],
  values: KnownValues,
): void {
  if (values.isEmpty) return;
  const everywhere: { text: string; page: number; glyph: number }[] = [];
  const once: typeof everywhere = [];
  for (const [page, { glyphs, lines, words }] of pages.entries()) {
    const inOrder = (order: readonly number[], into: typeof everywhere): void => {
      for (const glyph of order) into.push({ text: glyphs[glyph]!.text, page, glyph });
      into.push({ text: ' ', page, glyph: order.at(-1) ?? 0 });
    };
    const take = (characters: readonly { text: string; glyph: number }[], withPieces: boolean): void => {
      const squeezed = squeeze(characters.map(({ text }) => text));
      const found = [...values.find(squeezed), ...(withPieces ? values.findPieces(squeezed) : [])];
      for (const occurrence of found) hidden[page]!.glyphs.push(runOf(occurrence, characters));
    };
    for (const { glyphs: line } of lines) {
      inOrder(line, everywhere);
      inOrder(onceEach(glyphs, line), once);
      take(
        line.map((glyph) => ({ text: glyphs[glyph]!.text, glyph })),
        true,
      );
    }
    const rows = rowsOf(glyphs).map((row) => withBlanks(glyphs, onceEach(glyphs, row)));
    for (const row of rows) take(row, true);
    take(
      rows.flatMap((row) => [...row, { text: ' ', glyph: row.at(-1)!.glyph }]),
      false,
    );
    hidden[page]!.words.push(
      ...furtherWords(words, values, new Set(hidden[page]!.words.flatMap(({ places }) => places))).map(
        ({ words, label }) => ({ places: [...words], label }),
      ),
    );
  }
  for (const characters of [everywhere, once])
    for (const { first, last, replacement } of values.find(squeeze(characters.map(({ text }) => text)))) {
      const found = characters.slice(first, last + 1);
      for (const number of new Set(found.map(({ page }) => page)))
        hidden[number]!.glyphs.push({
          places: found.filter(({ page }) => page === number).map(({ glyph }) => glyph),
          label: replacement ?? '',
        });
    }
  hideSplit(pages, hidden, values);
}

/** Adds values that are split over several lines of a page, or of two pages that follow each other. */
function hideSplit(pages: readonly PageContent[], hidden: HiddenOnPage[], values: KnownValues): void {
  const valueOf = hidden.map(
    ({ glyphs }) => new Map(glyphs.toReversed().flatMap((run) => run.places.map((glyph) => [glyph, run]))),
  );
  const piecesOn = (page: number, areGone: boolean) => {
    const { glyphs, lines } = pages[page]!;
    return piecesOfPage(glyphs, lines, { valueOf: valueOf[page]!, areGone }).map((characters) => ({
      page,
      characters,
      squeezed: squeeze(characters.map(({ text }) => text)),
    }));
  };
  const whole = pages.map((_, page) => piecesOn(page, false));
  // The gap of a hidden value separates what is beside it, which may be a further piece.
  const beside = pages.map((_, page) => (valueOf[page]!.size === 0 ? [] : piecesOn(page, true)));
  const open = new Set(pages.keys());
  for (const page of open) {
    open.delete(page);
    const pieces = [page, page + 1].flatMap((at) => [...(whole[at] ?? []), ...(beside[at] ?? [])]);
    const changed = new Set<number>();
    for (const { line, ...occurrence } of values.findSplit(pieces.map(({ squeezed }) => squeezed))) {
      const { page, characters } = pieces[line]!;
      const run = runOf(occurrence, characters);
      if (run.places.every((glyph) => valueOf[page]!.has(glyph))) continue;
      for (const glyph of run.places) if (!valueOf[page]!.has(glyph)) valueOf[page]!.set(glyph, run);
      hidden[page]!.glyphs.push(run);
      changed.add(page);
    }
    // Each gap may make a piece of what is beside it, for this page and the one before it.
    for (const page of changed) {
      beside[page] = piecesOn(page, true);
      for (const first of [page - 1, page]) if (first >= 0) open.add(first);
    }
  }
}

function runOf(
  { first, last, replacement }: Occurrence,
  characters: readonly { text: string; glyph: number }[],
): Run<number> {
  return { places: characters.slice(first, last + 1).map(({ glyph }) => glyph), label: replacement ?? '' };
}

/** Removes the hidden glyphs and words of a page that is no scan, and writes boxes with labels in their place. */
export function hideOnPage(page: PdfiumPage, content: PageContent, { glyphs, words }: HiddenOnPage): void {
  const removed: Box[] = [];
  const drawings: { box: Box; label: string }[] = [];
  const done = new Set<number>();
  for (const { places, label } of glyphs) {
    const run = [...new Set(places)].filter((glyph) => !done.has(glyph)).sort((a, b) => a - b);
    for (const glyph of run) done.add(glyph);
    for (const glyph of run) {
      const { box } = content.glyphs[glyph]!;
      if (isFlat(box)) continue;
      const isInPicture = content.pictures.some((picture) => touches(picture, box));
      removed.push(isInPicture ? wider(box, 1) : thin(box));
    }
    const used = run.filter((glyph) => content.glyphs[glyph]!.text.trim() !== '');
    const canHaveLabel = used.every((glyph) => isLevel(content.glyphs[glyph]!));
    for (const [i, box] of boxesOver(content.glyphs, used).entries())
      drawings.push({ box: wider(box, 0.5), label: i === 0 && canHaveLabel ? label : '' });
  }
  for (const { places, label } of words)
    for (const [i, words] of boxesOfWords(places).entries()) {
      const box = boxInPage(page, words, MARGIN);
      removed.push(box);
      drawings.push({ box, label: i === 0 ? label : '' });
    }
  if (removed.length === 0) return;
  page.redact(removed);
  for (const { box, label } of drawings) page.draw({ box, ...(label && { label }) });
  page.write();
}

/** Returns the runs of each page in which pdf.js still reads a value. */
export function itemsWithValues(items: readonly Item[], values: KnownValues): Item[] {
  const characters = items.flatMap((item) =>
    [...item.text, ...(item.endsLine ? ['\n'] : [])].map((text) => ({ text, item })),
  );
  const found = new Set<Item>();
  const take = (of: typeof characters, occurrences: readonly Occurrence[]): void => {
    for (const { first, last } of occurrences)
      for (const { item, text } of of.slice(first, last + 1)) if (text.trim() !== '') found.add(item);
  };
  take(characters, values.find(squeeze(characters.map(({ text }) => text))));
  const lines = splitAfter(characters, ({ text }) => text === '\n');
  for (const line of lines) take(line, values.findPieces(squeeze(line.map(({ text }) => text))));
  const pieces = splitAfter(items, ({ endsPiece }) => endsPiece).map((piece) =>
    piece.flatMap((item) => [...item.text].map((text) => ({ text, item }))),
  );
  const squeezed = pieces.map((piece) => squeeze(piece.map(({ text }) => text)));
  for (const { line, ...occurrence } of values.findSplit(squeezed)) take(pieces[line]!, [occurrence]);
  return [...found];
}

/** Removes whole runs. */
export function hideItems(document: PdfiumDocument, number: number, items: readonly Item[]): void {
  if (items.length === 0) return;
  document.withPage(number, (page) => {
    page.redact(items.flatMap(({ through }) => through));
    for (const box of items.flatMap(({ over }) => over)) page.draw({ box });
    page.write();
  });
}
