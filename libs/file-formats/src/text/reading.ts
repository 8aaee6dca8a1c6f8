import type { EditOptions } from '../editing/file-format';
import { linesOf } from '../ocr/hide-words';
import { meanConfidence } from '../ocr/text-in-images';
import type { Pixels } from '../pictures/pixels';

/** The line above the text of a page or picture that OCR read. */
const READ_BY_OCR = '[Read by OCR]';
/** Replaces a word that OCR reads with too little confidence: nothing can be found in it. */
const ILLEGIBLE = '[illegible]';

/** Reads the pictures of one file by OCR. */
export class Reading {
  pagesReadByOcr = 0;

  /** @param ocr if undefined, OCR is off */
  constructor(readonly ocr: EditOptions['ocr']) {}

  /** Returns the text of a picture; undefined if OCR is off, or reads it with too little confidence. */
  async textOf(picture: Pixels): Promise<string | undefined> {
    if (!this.ocr) return undefined;
    const { minConfidence } = this.ocr;
    const words = await this.ocr.reader.read(picture);
    if (words.length === 0 || meanConfidence(words) < minConfidence) return undefined;
    this.pagesReadByOcr += 1;
    const shown = words.map((word) =>
      word.confidence < minConfidence ? { ...word, text: ILLEGIBLE } : word,
    );
    const lines = linesOf(shown).map(({ tokens }) => tokens.map(({ text }) => text).join(' '));
    return [READ_BY_OCR, ...lines, ''].join('\n');
  }
}
