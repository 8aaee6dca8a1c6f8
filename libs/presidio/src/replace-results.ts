import type { CodePoints } from './code-points';

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
 */
export function replaceResults<P extends Place>(
  text: string,
  points: CodePoints,
  places: readonly P[],
  change: (place: P, value: string) => Omit<Item, 'start' | 'end'>,
): Replaced {
  const pieces: string[] = [];
  const items: Item[] = [];
  /** The end of what was replaced before, in the old text, and the length of the new text, both in code points. */
  let [at, length] = [0, 0];
  const add = (piece: string): void => {
    pieces.push(piece);
    length += [...piece].length;
  };
  const sorted = places.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const slice = (start: number, end: number): string => text.slice(points.toUnit(start), points.toUnit(end));
  for (const place of sorted) {
    if (place.start > at) add(slice(at, place.start));
    const start = length;
    const changed = change(place, slice(place.start, place.end));
    add(changed.text);
    items.push({ ...changed, start, end: length });
    at = Math.max(at, place.end);
  }
  add(slice(at, points.length));
  return { text: pieces.join(''), items: items.toReversed() };
}
