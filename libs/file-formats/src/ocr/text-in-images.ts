import type { Pixels, Quad } from '../pictures/pixels';

/** A word that was read in a picture. It is JSON. */
export interface WordInImage {
  text: string;
  /** How certain the engine is, from 0 to 100 */
  confidence: number;
  /** Its box in the picture, from the left upper corner of the word clockwise */
  box: Quad;
  /** The number of its line. Words of one line have the same */
  line: number;
  /** The number of its paragraph. Lines of one paragraph have the same */
  paragraph: number;
}

/** A picture with fewer pixels in one direction holds no readable letter. */
const SMALLEST_SIDE = 8;

/** Returns whether a picture is too small for any letter. */
export const isTiny = ({ width, height }: Pixels): boolean => Math.min(width, height) < SMALLEST_SIDE;

/** Reads the words of pictures (OCR). */
export interface TextInImages {
  /** Returns the words in the order of reading; none if there are none. */
  read(picture: Pixels): Promise<WordInImage[]>;
}

/** Returns the mean confidence of words, each weighted by its length; 0 if there are none. */
export function meanConfidence(words: readonly WordInImage[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0
    ? 0
    : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

/** A picture with more words within a document is a page of text. */
const MOST_BESIDE_TEXT = 20;

/**
 * Returns whether a picture within a document is a page that was not read well enough to find values in it. A picture with few
 * words, such as a logo or a photograph, is not: uncertain words are painted over.
 */
export const isUnreadPage = (words: readonly WordInImage[], minConfidence: number): boolean =>
  words.length > MOST_BESIDE_TEXT && meanConfidence(words) < minConfidence;
