import { matchesOf } from '@app/common';
import { isBrand, isRole } from '../../../lexicon/roles';
import { ANNOUNCING_ADDRESS, ANNOUNCING_DEGREE, DEGREE, OFFICE, TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { ANY_NAME, nameSpan } from './name-shape';

const TITLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ANNOUNCING_ADDRESS}\\.?[ \\u00a0]${TITLES}|${ANNOUNCING_DEGREE}[ \\u00a0]?|(?<office>${OFFICE}) ${TITLES})(?<name>${ANY_NAME})`,
  'gu',
);

/**
 * In chats, titles and names are written in lower case. Then only listed names count: "frau schmidt"; not "miss", a
 * verb.
 */
const SMALL_TITLE = `${ANNOUNCING_ADDRESS}|${DEGREE}`.toLowerCase();
const LOWER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?!miss )(?:${SMALL_TITLE}) (?:${DEGREE.toLowerCase()}? )?(?<name>\\p{Ll}[\\p{Ll}'’-]{2,30})(?![\\p{L}\\p{N}])`,
  'gu',
);

/**
 * Names after titles: "Herr Dr. Hans Müller", "Mrs. O'Brien", "Prof. Kim", without the title
 * (contract: Anonymizing and restoring, rule 2).
 */
export class TitleNameRecognizer extends Recognizer {
  readonly name = 'title-name';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...this.findTitled(text), ...this.findLowerCase(text)];
  }

  private findLowerCase(text: string): Span[] {
    return [...matchesOf(LOWER, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const known = this.lexicon.isLastName(name) && !isCommonWord(name) && !isRole(name);
      return known ? nameSpan(text, match.index + match[0].length - name.length, name, () => false) : [];
    });
  }

  /**
   * Returns whether a word after an office is a name nowhere: "Justice Department", "the President Social Democrats".
   */
  private isMere(word: string): boolean {
    return isCommonWord(word) && !this.lexicon.isFirstName(word) && !this.lexicon.isLastName(word);
  }

  private findTitled(text: string): Span[] {
    return [...matchesOf(TITLED, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const [first = '', ...rest] = name.split(/[ \u00a0]/u);
      if (isRole(first) || isBrand(first) || (rest.length === 0 && first.length < 2)) return [];
      if (match.groups?.office && this.isMere(first)) return [];
      const start = match.index + match[0].length - name.length;
      // "Frau Müller Bescheid geben": a common word after the name is not part of it.
      return nameSpan(
        text,
        start,
        name,
        (word, previous) => previous !== undefined && this.lexicon.endsName(word, previous),
      );
    });
  }
}
