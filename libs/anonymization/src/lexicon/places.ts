import { readWords, WordSet } from './word-lists';

/** Towns and regions (source of the list: `data/README.md`). */
export class PlaceLexicon {
  private constructor(
    private readonly clear: WordSet,
    private readonly unclear: WordSet,
  ) {}

  /** @throws Error that names the list if it is missing */
  static load(): PlaceLexicon {
    const places = readWords('places');
    return new PlaceLexicon(
      new WordSet(places.replace(/^\?.*$/gm, '')),
      new WordSet(places.replace(/^(?!\?).*$/gm, '').replaceAll('?', '')),
    );
  }

  /** Returns whether a name is always a place, in the case of the list or in capitals. */
  isClear(name: string): boolean {
    return this.clear.has(name) || (isInCapitals(name) && this.clear.has(inTitleCase(name)));
  }

  /** Returns whether a name may be a place, but also a word, a person or a little-known place. */
  isPlace(name: string): boolean {
    return (
      this.isClear(name) ||
      this.unclear.has(name) ||
      (isInCapitals(name) && this.unclear.has(inTitleCase(name)))
    );
  }
}

const isInCapitals = (name: string): boolean => name.length > 3 && name === name.toUpperCase();

/** Converts "BAD TÖLZ" to "Bad Tölz". */
function inTitleCase(name: string): string {
  return name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (first) => first.toUpperCase());
}
