import type { PDFDocument } from '@cantoo/pdf-lib';
import type { EditOptions, FormatCode } from '../editing/file-format';
import type { TextEditor } from '../editing/text-editor';
import { boxesOfWords, furtherWords, showLines, showWords, type Shown } from '../ocr/hide-words';
import { KnownValues } from '../ocr/known-values';
import { squeeze } from '../ocr/squeezed';
import type { TextInImages, WordInImage } from '../ocr/text-in-images';
import { writeLabel } from '../pictures/label';
import { around, BLACK, fill, widened } from '../pictures/paint';
import type { Pixels, Quad } from '../pictures/pixels';
import { paintWhatIsStillRead } from '../pictures/rewrite-picture';
import { UnreadableFile } from '../unreadable';
import { dropCarriers, dropPictures, endForms } from './drop-carriers';
import {
  findFurther,
  hideItems,
  hideOnPage,
  itemsWithValues,
  MARGIN,
  type HiddenOnPage,
} from './hide-on-pages';
import { listNamedPlaces } from './named-places';
import { paintBox, remainingWords, rendered, writePagePicture, type PagePicture } from './page-pictures';
import { linesOf, rowsOf, type Box } from './page-text';
import { openObjects, saveObjects, stringsOf, type StringPlace } from './pdf-objects';
import { Pdfium, type PdfiumDocument } from './pdfium';
import { readPages, resolution, type PageContent } from './read-pages';
import { textsOfPdf } from './read-pdf-again';
import { pagesOfSecondReader } from './second-reader';

const MOST_PAGES = 500;
/** PDF readers accept some bytes before the signature (ISO 32000-1, annex H). */
const SIGNATURE_WITHIN = 1024;

/** Rewrites PDF: removes the glyphs and pixels of values, and verifies that no reader finds them. */
export const pdfCode: FormatCode = {
  async rewrite(file, editor, options) {
    const pdfium = await Pdfium.start();
    const document = await prepare(pdfium, file, editor, options);
    try {
      return await new PdfRewriting(pdfium, document, editor, options).run();
    } finally {
      document.close();
    }
  },

  async *readAgain(file, options) {
    const pdfium = await Pdfium.start();
    yield* textsOfPdf(file, pdfium);
    if (!options.ocr) return;
    const document = pdfium.open(file);
    for (let number = 0; number < document.pageCount; number += 1) {
      const picture = document.withPage(number, (page) => {
        if (page.pictures().length === 0 && page.glyphs().length > 0) return undefined;
        const { width, height } = resolution(page);
        return page.isEmpty ? undefined : page.render(width, height);
      });
      if (!picture) continue;
      const words = await options.ocr.reader.read(picture);
      yield { part: 'words in pictures', text: words.map(({ text }) => text).join(' ') };
    }
  },
};

/** Opens a file without its carriers of hidden text. @throws UnreadableFile */
async function prepare(
  pdfium: Pdfium,
  file: Buffer,
  editor: TextEditor,
  { drop }: EditOptions,
): Promise<PdfiumDocument> {
  if (file.length === 0) throw new UnreadableFile('empty');
  if (!file.subarray(0, SIGNATURE_WITHIN).includes('%PDF-')) throw new UnreadableFile('other_type');
  const opened = pdfium.open(file);
  if (opened.pageCount > MOST_PAGES) throw new UnreadableFile('expands_too_far');
  if (opened.pageCount === 0) throw new UnreadableFile('damaged');
  // PDFium repairs what other readers refuse, and decrypts.
  const plain = opened.save();
  opened.close();
  const objects = await openObjects(plain);
  dropCarriers(objects, drop, (part) => editor.drop(part));
  if (drop.has('pictures')) dropPictures(objects, (part) => editor.drop(part));
  return pdfium.open(await saveObjects(objects));
}

class PdfRewriting {
  private readonly values = new KnownValues();
  private hidden: HiddenOnPage[] = [];

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: PdfiumDocument,
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
  ) {}

  /** Reads pictures: there are words of pictures only if it was given. */
  private get reader(): TextInImages {
    return this.options.ocr!.reader;
  }

  async run(): Promise<Buffer> {
    const pages = await readPages(this.document, this.editor, this.options);
    this.showPages(pages);
    await this.showSecondReader(pages);
    const replaced = this.showStrings(stringsOf(await openObjects(this.document.save())));
    if (this.editor.isReading) return Buffer.alloc(0);
    findFurther(pages, this.hidden, this.values);
    this.hideUncertain(pages);
    const pictures = new Map<number, PagePicture>();
    for (const [number, content] of pages.entries()) {
      const hidden = this.hidden[number]!;
      if (content.isScan && content.words.length > 0) {
        if (hidden.words.length + hidden.glyphs.length > 0) {
          const scan = this.scanOf(number, content);
          await paintWhatIsStillRead(scan.picture, this.values, this.reader);
          pictures.set(number, scan);
        }
      } else this.document.withPage(number, (page) => hideOnPage(page, content, hidden));
    }
    await this.hideFromSecondReader(pictures);
    return this.finish(pages, replaced, pictures);
  }

  /** Shows the texts of pages to the editor. */
  private showPages(pages: readonly PageContent[]): void {
    const learn = <Place>(shown: readonly Shown<Place>[]) =>
      shown.map(({ value, replacement, places }) => {
        this.values.add(value, replacement);
        return { places, label: replacement };
      });
    for (const { lines, words } of pages) {
      const shown = showLines(
        this.editor,
        'text',
        lines.map(({ text, continues, from }) => ({
          text,
          continues,
          placesOf: ({ start, end }) => from.slice(start, end),
        })),
      );
      const inPictures = showWords(this.editor, 'words in pictures', words);
      this.hidden.push({ glyphs: learn(shown), words: learn(inPictures) });
    }
  }

  /** Shows the lines that only pdf.js reads, as glyphs with another replacement text. */
  private async showSecondReader(pages: readonly PageContent[]): Promise<void> {
    let number = 0;
    for await (const items of pagesOfSecondReader(this.document.save())) {
      const known = textKnownOf(pages[number]!);
      const lines = items
        .map(({ text, endsLine }) => text + (endsLine ? '\n' : ''))
        .join('')
        .split('\n')
        .filter((text) => /[\p{L}\p{N}]/u.test(text) && !known.includes(squeeze([...text]).text));
      const shown = lines.map((text) => ({ text, continues: false, placesOf: () => [] }));
      for (const { value, replacement } of showLines(this.editor, 'text', shown))
        this.values.add(value, replacement);
      number += 1;
    }
  }

  /** Shows strings outside pages to the editor. @returns the changed texts by the texts before */
  private showStrings(places: readonly StringPlace[]): Map<string, string> {
    const replaced = new Map<string, string>();
    const seen = new Set<string>();
    for (const { part, text } of places) {
      if (seen.has(text)) continue;
      seen.add(text);
      const lines = [
        { text, continues: false, placesOf: (change: { start: number; end: number }) => [change] },
      ];
      let changed = '';
      let at = 0;
      for (const { value, replacement, places } of showLines(this.editor, part, lines)) {
        this.values.add(value, replacement);
        changed += text.slice(at, places[0]!.start) + replacement;
        at = places.at(-1)!.end;
      }
      if (at > 0) replaced.set(text, changed + text.slice(at));
    }
    return replaced;
  }

  /** Hides words that OCR reads with little confidence: nothing can be found in them. */
  private hideUncertain(pages: readonly PageContent[]): void {
    for (const [number, { words }] of pages.entries())
      for (const word of words)
        if (word.confidence < this.options.ocr!.minConfidence && /[\p{L}\p{N}]/u.test(word.text))
          this.hidden[number]!.words.push({ places: [word], label: '' });
  }

  /** Removes whole runs in which pdf.js reads a value that PDFium does not, as in slanted ligatures. */
  private async hideFromSecondReader(pictures: ReadonlyMap<number, unknown>): Promise<void> {
    if (this.values.isEmpty) return;
    let number = 0;
    for await (const items of pagesOfSecondReader(this.document.save())) {
      if (!pictures.has(number)) hideItems(this.document, number, itemsWithValues(items, this.values));
      number += 1;
    }
  }

  /** Writes the file, and once more with pages as pictures on which a value is left. */
  private async finish(
    pages: readonly PageContent[],
    replaced: ReadonlyMap<string, string>,
    pictures: Map<number, PagePicture>,
  ): Promise<Buffer> {
    const written = await this.write(replaced, pictures);
    const left = await this.pagesWithValues(written, pictures);
    for (const number of await this.picturesWithValues(pages, pictures)) left.add(number);
    if (left.size === 0) return this.counted(written, pictures);
    const itemsOf: Box[][] = [];
    for await (const items of pagesOfSecondReader(this.document.save()))
      itemsOf.push(itemsWithValues(items, this.values).flatMap(({ over }) => over));
    for (const number of left) pictures.set(number, await this.pictureOf(number, itemsOf[number] ?? []));
    return this.counted(await this.write(replaced, pictures), pictures);
  }

  private counted(written: Buffer, pictures: ReadonlyMap<number, unknown>): Buffer {
    for (let i = 0; i < pictures.size; i += 1) this.editor.count('rasterized_pages');
    return written;
  }

  private async write(
    replaced: ReadonlyMap<string, string>,
    pictures: ReadonlyMap<number, PagePicture>,
  ): Promise<Buffer> {
    const objects = await openObjects(this.document.save());
    endForms(objects);
    for (const [number, picture] of pictures) await writePagePicture(objects, number, picture);
    this.rewriteStrings(objects, replaced);
    return saveObjects(objects);
  }

  private rewriteStrings(objects: PDFDocument, replaced: ReadonlyMap<string, string>): void {
    for (const { text, change } of stringsOf(objects)) {
      const next = this.values.replaceIn(replaced.get(text) ?? text);
      if (next !== text) change(next);
    }
    listNamedPlaces(objects);
  }

  /** Returns the pages of a written file with a value, whole or in part. */
  private async pagesWithValues(
    written: Buffer,
    pictures: ReadonlyMap<number, unknown>,
  ): Promise<Set<number>> {
    const left = new Set<number>();
    if (this.values.isEmpty) return left;
    for await (const { text, pieces = [], pages, isRead } of textsOfPdf(written, this.pdfium)) {
      if (pages.every((page) => left.has(page) || pictures.has(page))) continue;
      const isLeft =
        this.values.find(squeeze([...text])).length > 0 ||
        this.values.findSplit(pieces.map((piece) => squeeze([...piece]))).length > 0 ||
        (isRead && text.split('\n').some((line) => this.values.findPieces(squeeze([...line])).length > 0));
      if (isLeft) for (const page of pages) if (!pictures.has(page)) left.add(page);
    }
    return left;
  }

  /** Returns the pages with pictures in which OCR still reads a value. */
  private async picturesWithValues(
    pages: readonly PageContent[],
    pictures: ReadonlyMap<number, unknown>,
  ): Promise<number[]> {
    const left: number[] = [];
    for (const [number, { words }] of pages.entries()) {
      if (words.length === 0 || pictures.has(number) || this.values.isEmpty) continue;
      const picture = this.document.withPage(number, (page) => rendered(page));
      const read = await this.reader.read(picture);
      if (furtherWords(read, this.values).length > 0) left.push(number);
    }
    return left;
  }

  /** Returns a scan as a picture in which the hidden words are painted over. */
  private scanOf(number: number, content: PageContent): PagePicture {
    const { words, glyphs } = this.hidden[number]!;
    return this.document.withPage(number, (page) => {
      const picture = rendered(page);
      const gone = new Set<WordInImage>();
      for (const { places, label } of words) {
        for (const [i, box] of boxesOfWords(places).entries())
          this.paint(picture, widened(box, MARGIN), i === 0 ? label : '');
        for (const word of places) gone.add(word);
      }
      for (const { places } of glyphs)
        for (const glyph of places) paintBox(page, picture, content.glyphs[glyph]!.box);
      const remaining = content.words.filter((word) => !gone.has(word));
      return { picture, ...page.size, words: remaining.map(({ text, box }) => ({ text, box: around(box) })) };
    });
  }

  /**
   * Returns a page as a picture in which everything that a reader recognizes as a value is painted over.
   *
   * @param boxes where pdf.js still reads values
   * @throws UnreadableFile if no reader knows where the value is
   */
  private async pictureOf(number: number, boxes: readonly Box[]): Promise<PagePicture> {
    let found = boxes.length;
    const made = this.document.withPage(number, (page) => {
      const glyphs = page.glyphs();
      const content = contentForSearch(glyphs);
      const hidden: HiddenOnPage[] = [{ glyphs: [], words: [] }];
      findFurther([content], hidden, this.values);
      const gone = new Set(hidden[0]!.glyphs.flatMap(({ places }) => places));
      const picture = rendered(page);
      for (const box of boxes) paintBox(page, picture, box);
      for (const glyph of gone) if (paintBox(page, picture, glyphs[glyph]!.box)) found += 1;
      return { picture, ...page.size, words: remainingWords(page, picture, content, gone, boxes) };
    });
    if (this.options.ocr && (await paintWhatIsStillRead(made.picture, this.values, this.reader))) found += 1;
    if (found === 0) throw new UnreadableFile('unverifiable');
    return made;
  }

  private paint(picture: Pixels, box: Quad, label: string): void {
    fill(picture, box, BLACK);
    if (label !== '') writeLabel(this.pdfium, picture, box, label);
  }
}

/** Returns the text of a page in two orders, squeezed. */
function textKnownOf({ glyphs, lines }: PageContent): string {
  const orders = [lines.flatMap(({ glyphs: line }) => line), rowsOf(glyphs).flat()];
  const texts = orders.map((order) => squeeze(order.map((glyph) => glyphs[glyph]!.text)).text);
  return texts.join('\n');
}

const contentForSearch = (glyphs: PageContent['glyphs']): PageContent => ({
  glyphs,
  lines: linesOf(glyphs),
  pictures: [],
  isScan: false,
  words: [],
});
