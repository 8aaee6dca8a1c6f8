import { matchesOf } from '@app/common';
import { fold } from '../../../lexicon/fold';
import { isRole } from '../../../lexicon/roles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import { overlaps } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { FULL_NAME, NAME_WORD, nameSpan } from './name-shape';

const ADDRESS = /(?<local>[\p{L}\p{N}][\p{L}\p{N}._+-]{1,63})@[\p{L}\p{N}]/gu;
const REACH = 120;
const CANDIDATE = new RegExp(
  `(?<![\\p{L}\\p{N}@._-])(?:${NAME_WORD}, ${NAME_WORD}|${FULL_NAME})(?![\\p{L}\\p{N}@_])`,
  'gu',
);

/**
 * A name next to an address that is derived from it: "Hans Müller <h.mueller@...>", "Write to Anna (anna.schmidt@...)".
 */
export class EmailNeighbourRecognizer extends Recognizer {
  readonly name = 'email-neighbour';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...matchesOf(ADDRESS, text)].flatMap((address) => {
      const local = fold(address.groups?.local ?? '');
      const from = Math.max(0, address.index - REACH);
      const around = text.slice(from, address.index + address[0].length + REACH);
      const written = { start: address.index, end: address.index + address[0].length };
      return [...matchesOf(CANDIDATE, around)].flatMap(({ 0: name, index }) => {
        const start = from + index;
        return overlaps({ start, end: start + name.length }, written)
          ? []
          : this.findOwner(text, start, name, local);
      });
    });
  }

  /** Returns the words of `name` from the first to the last that the address contains. */
  private findOwner(text: string, start: number, name: string, local: string): Span[] {
    const words = [...matchesOf(/[\p{L}'’-]+/gu, name)];
    const parts = local.split(/[._+\d-]+/u);
    const isPart = (word: string): boolean => word.length >= 3 && !isRole(word) && parts.includes(fold(word));
    const isInitialAndName = (word: string): boolean => {
      const folded = fold(word);
      const others = words.filter(([other]) => other !== word).map(([other]) => fold(other)[0] ?? '');
      return (
        folded.length >= 3 &&
        others.some((initial) => parts.some((part) => part === initial + folded || part === folded + initial))
      );
    };
    const hits = words.flatMap(([word], at) =>
      (isPart(word) && !isCommonWord(word)) || isInitialAndName(word) ? [at] : [],
    );
    const [first, last] = [hits[0], hits.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [head, tail] = this.widened(
      words.map(([word]) => word),
      first,
      last,
    );
    const [begin, end] = [words[head], words[tail]];
    if (!begin || !end) return [];
    return nameSpan(
      text,
      start + begin.index,
      name.slice(begin.index, end.index + end[0].length),
      () => false,
    );
  }

  /** Extends the name to adjacent words that are names too: "Anna" in "Anna Schmidt <schmidt@...>". */
  private widened(words: readonly string[], first: number, last: number): [number, number] {
    const belongs = (word = ''): boolean =>
      word !== '' &&
      !isRole(word) &&
      !isCommonWord(word) &&
      (this.lexicon.isFirstName(word) || this.lexicon.isLastName(word));
    let [head, tail] = [first, last];
    while (belongs(words[head - 1])) head -= 1;
    while (belongs(words[tail + 1])) tail += 1;
    return [head, tail];
  }
}
