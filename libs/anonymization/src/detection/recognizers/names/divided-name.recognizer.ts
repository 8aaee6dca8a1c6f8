import { matchesOf } from '@app/common';
import { isRole } from '../../../lexicon/roles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { NAME_WORD, nameSpan } from './name-shape';

/** Two words with the border of a cell between them. */
const NEIGHBOURS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<one>${NAME_WORD})(?<edge>[ \\t]{0,8}[|;\\t][ \\t]{0,8})(?=(?<other>${NAME_WORD})(?![\\p{L}\\p{N}@]))`,
  'gu',
);

/** The end of a line before a name that continues a sentence: "gestern hat ", also with the border of a cell. */
const SENTENCE_BEFORE = /(?:^|[\s>])\p{L}[\p{L}\p{M}]*[ \t]{1,8}(?:[|;][ \t]{0,8})?$/u;
/** The continuation of a sentence after a name: " die Unterlagen", ", who". */
const SENTENCE_AFTER = /^(?:[ \t]{0,8}[|;][ \t]{0,8})?(?:,?[ \t]{1,8}\p{Ll}\p{L}|[.!?](?:\s|$))/u;
/** The number of characters that are read on each side of a name. */
const REACH = 60;

/**
 * A listed first name and a last name in adjacent cells of a table: `| Anna | Schmidt |`, `Anna;Schmidt`. The last name is
 * listed and the first is no common word, unless both stand inside a sentence: `Gestern hat Anna<tab>Höflich angerufen`.
 */
export class DividedNameRecognizer extends Recognizer {
  readonly name = 'divided-name';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  /** Returns a span for each of the two, so that the table keeps its cells. */
  find({ text }: SearchedText): Span[] {
    return [...matchesOf(NEIGHBOURS, text)].flatMap(({ index, 0: { length }, groups }) => {
      const { one = '', other = '' } = groups ?? {};
      if (!this.isFirstName(one) || isRole(other)) return [];
      const at = index + length;
      const areCertain = !isCommonWord(one) && this.lexicon.isLastName(other);
      if (!areCertain && !isInSentence(text, index, at + other.length)) return [];
      return [...nameSpan(text, index, one, () => false), ...nameSpan(text, at, other, () => false)];
    });
  }

  private isFirstName(word: string): boolean {
    return word.length > 2 && this.lexicon.isFirstName(word) && !isRole(word);
  }
}

function isInSentence(text: string, start: number, end: number): boolean {
  return (
    SENTENCE_BEFORE.test(text.slice(Math.max(0, start - REACH), start)) &&
    SENTENCE_AFTER.test(text.slice(end, end + REACH))
  );
}
