import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { isRole } from '../../../lexicon/roles';
import { TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { FULL_NAME, nameSpan } from './name-shape';

/** Words that a name must follow, in any case. */
const SURE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${piecesOfAll(({ letters }) => letters?.introductions)})[ \\u00a0]+`,
  'giu',
);
/** Words that a name may follow: it counts if it is written and listed as one. */
const POSSIBLE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${piecesOfAll(({ letters }) => letters?.possibleIntroductions)}),?[ \\u00a0]+`,
  'gu',
);

const CASED = new RegExp(`^${TITLES}(?<name>${FULL_NAME})`, 'u');
const UNCASED = /^(?<name>\p{L}[\p{L}\p{M}'’-]{1,30}(?: \p{L}[\p{L}\p{M}'’-]{1,30}){0,2})/u;

/** People who introduce themselves or others: "my name is", "ich heiße", "I'm Anna Schmidt". */
export class IntroducedNameRecognizer extends Recognizer {
  readonly name = 'introduced-name';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...this.findSure(text), ...this.findPossible(text)];
  }

  private findSure(text: string): Span[] {
    return [...matchesOf(SURE, text)].flatMap((match) => {
      const start = match.index + match[0].length;
      const after = text.slice(start, start + 160);
      const cased = CASED.exec(after);
      const name = cased?.groups?.name ?? UNCASED.exec(after)?.[0] ?? '';
      const skipped = cased ? cased[0].length - name.length : 0;
      return nameSpan(text, start + skipped, name, (word, previous) =>
        this.ends(word, previous, cased !== null),
      );
    });
  }

  /**
   * Returns whether the name ends before a word. A capitalized first word is a name; a lower-case one must not be a
   * common word.
   */
  private ends(word: string, previous: string | undefined, cased: boolean): boolean {
    if (previous !== undefined) return cased ? this.lexicon.endsName(word, previous) : isCommonWord(word);
    const known = this.lexicon.isFirstName(word);
    return !known && (cased ? isRole(word) : isCommonWord(word));
  }

  private findPossible(text: string): Span[] {
    return [...matchesOf(POSSIBLE, text)].flatMap((match) => {
      const start = match.index + match[0].length;
      const cased = CASED.exec(text.slice(start, start + 160));
      const name = cased?.groups?.name ?? '';
      const [first = ''] = name.split(/[ \u00a0]/u);
      if (!cased || !this.lexicon.isFirstName(first) || isCommonWord(first) || isRole(first)) return [];
      return nameSpan(
        text,
        start + cased[0].length - name.length,
        name,
        (word, previous) => previous !== undefined && this.lexicon.endsName(word, previous),
      );
    });
  }
}
