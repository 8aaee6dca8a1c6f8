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

/** A listed first and a listed last name in adjacent cells of a table: `| Anna | Schmidt |`, `Anna;Schmidt`. */
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
      if (!this.isFirstName(one) || !this.lexicon.isLastName(other) || isRole(other)) return [];
      return [
        ...nameSpan(text, index, one, () => false),
        ...nameSpan(text, index + length, other, () => false),
      ];
    });
  }

  private isFirstName(word: string): boolean {
    return word.length > 2 && this.lexicon.isFirstName(word) && !isCommonWord(word) && !isRole(word);
  }
}
