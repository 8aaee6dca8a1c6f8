import { readWords, WordSet } from './word-lists';

/** Towns and regions (`data/README.md` says where the list comes from). */
export class PlaceLexicon {
  private constructor(
    private readonly clear: WordSet,
    private readonly unclear: WordSet,
  ) {}

  /** @throws Error that names the list where it is missing */
  static load(): PlaceLexicon {
    const places = readWords('places');
    return new PlaceLexicon(
      new WordSet(places.filter((place) => !place.startsWith('?'))),
      new WordSet(places.filter((place) => place.startsWith('?')).map((place) => place.slice(1))),
    );
  }

  /** Whether a name is that of a place wherever it stands, in the case of the list or in capitals. */
  isClear(name: string): boolean {
    return this.clear.has(name) || (isInCapitals(name) && this.clear.has(inTitleCase(name)));
  }

  /** Whether a name may be a place: a word, a person or a place that few know too. */
  isPlace(name: string): boolean {
    return (
      this.isClear(name) ||
      this.unclear.has(name) ||
      (isInCapitals(name) && this.unclear.has(inTitleCase(name)))
    );
  }
}

const isInCapitals = (name: string): boolean => name.length > 3 && name === name.toUpperCase();

/** "BAD TÖLZ" as "Bad Tölz". */
function inTitleCase(name: string): string {
  return name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (first) => first.toUpperCase());
}
