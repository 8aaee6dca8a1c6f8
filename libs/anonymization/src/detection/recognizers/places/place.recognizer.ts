import { matchesOf } from '@app/common';
import { fold } from '../../../lexicon/fold';
import { anyOf, piecesOfAll, wordsOfAll } from '../../../lexicon/languages';
import type { PlaceLexicon } from '../../../lexicon/places';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';

const WORD = "(?:\\p{Lu}|['’]s-\\p{Lu})[\\p{L}\\p{M}'’-]{1,30}";
const WITHIN = piecesOfAll(({ addresses }) => addresses.within);
/** Up to four capitalized words. The list decides which of them are a place. */
const SEQUENCE = new RegExp(
  `(?=[\\p{Lu}'’])(?<![\\p{L}\\p{N}_@#/.&-])${WORD}(?:\\.? (?:(?:${WITHIN}) ){0,2}${WORD}){0,3}(?![\\p{N}_(]|\\.\\p{L})`,
  'gu',
);
const LEADING = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf(wordsOfAll(({ places }) => places.leading))})[ \\u00a0]$`,
  'iu',
);
/** "Lindenstraße" without its number. */
const STREET = /(?<=\p{Ll}{3})(?:stra(?:ß|ss)e|gasse|allee|straat|gracht)$/u;
const NO_STREETS = new Set(wordsOfAll(({ places }) => places.noStreets));
const FIELD_VALUE = /^\p{Lu}[\p{L}\p{M}'’. -]{1,40}(?: ?[/(][\p{L} .]{2,30}\)?)?$/u;
const MOST_SEQUENCES_BACK = 16;

/** Towns and regions by list, by the preposition before them, and by field. `canonical` is the folded name. */
export class PlaceRecognizer extends Recognizer {
  readonly name = 'place';
  readonly finds = ['Locations'] as const;

  constructor(
    private readonly places: PlaceLexicon,
    private readonly lexicon: NameLexicon,
  ) {
    super();
  }

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const named = [...matchesOf(SEQUENCE, text)].flatMap(({ 0: words, index }) =>
      this.findInSequence(text, index, words),
    );
    return [...named, ...this.fields(searched)];
  }

  private findInSequence(text: string, start: number, sequence: string): Span[] {
    const words = [...matchesOf(/[^ ]+/gu, sequence)].map(({ 0: word, index }) => ({
      start: start + index,
      end: start + index + word.length,
    }));
    const spans: Span[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const found = this.placeAt(text, words, at);
      if (!found) continue;
      spans.push(found.span);
      at = found.last;
    }
    return spans;
  }

  /** Returns the longest place that begins with a word. */
  private placeAt(
    text: string,
    words: readonly Range[],
    at: number,
  ): { span: Span; last: number } | undefined {
    const first = words[at];
    if (!first) return undefined;
    const isLed = LEADING.test(text.slice(Math.max(0, first.start - MOST_SEQUENCES_BACK), first.start));
    for (let last = words.length - 1; last >= at; last -= 1) {
      const end = words[last]?.end ?? first.end;
      const written = text.slice(first.start, end).replace(/['’]s?$|(?<![.-])[.-]+$/u, '');
      const name = [written, written.replace(/s$/u, '')].find((form) => this.isPlace(form, isLed));
      if (name === undefined || (last === at && this.isPersonal(text, words, at))) continue;
      const span: Span = {
        start: first.start,
        end: first.start + written.length,
        type: 'Locations',
        canonical: fold(name),
      };
      return { span, last };
    }
    return undefined;
  }

  private isPlace(name: string, isLed: boolean): boolean {
    if (STREET.test(name)) return !name.includes(' ') && !NO_STREETS.has(fold(name));
    if (this.places.isClear(name)) return true;
    if (!isLed || !this.places.isPlace(name)) return false;
    return name.includes(' ') || (!isCommonWord(name) && !this.lexicon.isFirstName(name));
  }

  /** Returns whether the place is part of a person's name: "Isaiah Berlin", "Paris Hilton". */
  private isPersonal(text: string, words: readonly Range[], at: number): boolean {
    const [before, after] = [words[at - 1], words[at + 1]].map(
      (word) => word && text.slice(word.start, word.end),
    );
    if (before !== undefined && this.lexicon.isFirstName(before) && !isCommonWord(before)) return true;
    const [word] = [words[at]].map((own) => own && text.slice(own.start, own.end));
    if (after === undefined || word === undefined || !this.lexicon.isFirstName(word)) return false;
    return this.lexicon.isLastName(after);
  }

  private fields(searched: SearchedText): Span[] {
    return searched.fields.flatMap((field) => {
      const length = field.end - field.start;
      const kind = length > 2 && length <= 60 && !field.loose ? searched.kindOf(field) : undefined;
      if (kind !== 'city' && kind !== 'place') return [];
      const value = searched.text.slice(field.start, field.end);
      const isNamed =
        this.places.isPlace(value) || (kind === 'city' && FIELD_VALUE.test(value) && !isCommonWord(value));
      return isNamed
        ? [{ start: field.start, end: field.end, type: 'Locations' as const, canonical: fold(value) }]
        : [];
    });
  }
}
