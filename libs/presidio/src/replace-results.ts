import { AppError } from '@app/common';
import { CodePoints } from './code-points';

/** The limit of the characters of all places and of what replaces them: so many times the text, and at least the second. */
const [MOST_TIMES, LEAST_BOUND] = [4, 256 * 1024];

/** A changed place of a text, by offsets in code points of the new text. */
export interface Item {
  start: number;
  end: number;
  entity_type: string;
  text: string;
  operator: string;
  score?: number;
}

interface Place {
  start: number;
  end: number;
}

/** Presidio's answer: the new text, and its changed places, the last one first. */
export interface Replaced {
  text: string;
  items: Item[];
}

/**
 * Replaces places of a text. Of two places that overlap, each is replaced, and the shared characters belong to both.
 *
 * @param change returns what replaces a place, without its offsets
 * @throws AppError `too_large` if overlapping places, or what replaces them, are far longer than the text
 */
export function replaceResults<P extends Place>(
  text: string,
  points: CodePoints,
  places: readonly P[],
  change: (place: P, value: string) => Omit<Item, 'start' | 'end'>,
): Replaced {
  const pieces: string[] = [];
  const items: Item[] = [];
  const bound = new Bound(text);
  /** The end of what was replaced before, in the old text, and the length of the new text, both in code points. */
  let [at, length] = [0, 0];
  const add = (piece: string): void => {
    pieces.push(piece);
    length += new CodePoints(piece).length;
  };
  const sorted = places.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const slice = (start: number, end: number): string => text.slice(points.toUnit(start), points.toUnit(end));
  for (const place of sorted) {
    if (place.start > at) add(slice(at, place.start));
    const start = length;
    const value = slice(place.start, place.end);
    bound.count(value);
    const changed = change(place, value);
    bound.count(changed.text);
    add(changed.text);
    items.push({ ...changed, start, end: length });
    at = Math.max(at, place.end);
  }
  add(slice(at, points.length));
  return { text: pieces.join(''), items: items.toReversed() };
}

/** Limits the characters that are read and written for the places of a text. A small request could otherwise ask for a large answer. */
class Bound {
  private readonly most: number;
  private counted = 0;

  constructor({ length }: string) {
    this.most = Math.max(LEAST_BOUND, MOST_TIMES * length);
  }

  /** @throws AppError `too_large` */
  count({ length }: string): void {
    this.counted += length;
    if (this.counted > this.most)
      throw new AppError(
        'too_large',
        `The places of the text, and what replaces them, have more than ${this.most} characters`,
      );
  }
}
