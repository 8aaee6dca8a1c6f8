import { matchesOf } from '@app/common';
import { CLEAR_PARTICLE } from '../../../lexicon/particles';
import { INSTITUTION, isRole, LEGAL_FORM, NAMED_AFTER } from '../../../lexicon/roles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { NAME_PART, NAME_WORD, nameSpan } from './name-shape';

/** Excludes articles: "Elliott der Einladung". */
const GAP = `(?:[ \\u00a0]${CLEAR_PARTICLE})?[ \\u00a0]`;
/** Two to five capitalized parts. The lists decide which of them are names. */
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\p{N}@#_/])${NAME_PART}(?:${GAP}${NAME_PART}){1,4}(?![\\p{L}\\p{N}_])`,
  'gu',
);
/** "Schmidt, Anna" alone in a line or cell. */
const REVERSED = new RegExp(
  `(?:^|[\\r\\n;|\\t"])[ \\t*-]{0,6}(?<name>(?<last>${NAME_WORD}), (?<first>${NAME_WORD}(?: ${NAME_PART})?))(?=[ \\t]{0,4}(?:$|[\\r\\n;|\\t"<(]))`,
  'gu',
);

const ORGANIZATION = new RegExp(`^(?:${LEGAL_FORM}|${INSTITUTION}|${NAMED_AFTER})(?![\\p{L}\\p{N}_])`, 'u');

/** Listed first and last names next to each other, in either order: "Anna Schmidt", "Schmidt, Anna". */
export class ListedNameRecognizer extends Recognizer {
  readonly name = 'listed-name';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [
      ...[...matchesOf(SEQUENCE, text)].flatMap(({ 0: words, index }) =>
        this.findInSequence(text, index, words),
      ),
      ...[...matchesOf(REVERSED, text)].flatMap((match) => this.readReversed(text, match)),
    ];
  }

  /** Returns the span from the first listed first name to the last listed last name after it. */
  private findInSequence(text: string, start: number, sequence: string): Span[] {
    const words = [...matchesOf(/[^ \u00a0]+/gu, sequence)];
    const head = words.findIndex(([word], at) => this.isClearFirstName(word) && at < words.length - 1);
    if (head === -1) return [];
    let tail = head;
    for (let at = head + 1; at < words.length; at += 1) {
      const word = words[at]?.[0].replace(/['’]s?$/u, '') ?? '';
      if (isRole(word)) break;
      // A particle precedes the last name and never follows it: "Ludwig van Beethoven", not "Neil Armstrong den Mond".
      if (/^\p{Ll}/u.test(word) && tail > head) break;
      const afterParticle = /^\p{Ll}/u.test(words[at - 1]?.[0] ?? '');
      const isName = afterParticle || this.lexicon.isLastName(word);
      if (isName && this.isCapitalName(word)) tail = at;
      else if (!this.isPassedOver(word)) break;
    }
    const [begin, end] = [words[head], words[tail]];
    if (tail === head || !begin || !end || this.namesSomethingElse(words[tail + 1]?.[0] ?? '')) return [];
    return nameSpan(
      text,
      start + begin.index,
      sequence.slice(begin.index, end.index + end[0].length),
      () => false,
    );
  }

  /** Returns whether the next word makes it a company or a prize: "Malcolm Smith Motorsports", "Dave Matthews Band". */
  private namesSomethingElse(next: string): boolean {
    return ORGANIZATION.test(next) || (/^\p{Lu}\p{Ll}/u.test(next) && !isCommonWord(next));
  }

  /** Returns whether a word may be between a first and a last name: initials, particles, second first names. */
  private isPassedOver(word: string): boolean {
    return /^\p{Lu}\.|^\p{Ll}/u.test(word) || this.isClearFirstName(word);
  }

  private isCapitalName(word: string): boolean {
    return /^\p{Lu}/u.test(word) && !isCommonWord(word);
  }

  private isClearFirstName(word: string): boolean {
    return word.length > 2 && this.lexicon.isFirstName(word) && !isCommonWord(word) && !isRole(word);
  }

  private readReversed(text: string, { index, 0: found, groups }: RegExpExecArray): Span[] {
    const { name = '', last = '', first = '' } = groups ?? {};
    const [given = ''] = first.split(' ');
    const listed = this.isClearFirstName(given) && this.lexicon.isLastName(last) && !isCommonWord(last);
    return listed ? nameSpan(text, index + found.length - name.length, name, () => false) : [];
  }
}
