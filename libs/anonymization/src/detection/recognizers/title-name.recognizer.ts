import { matchesOf } from '@app/common';
import type { Span } from '../../span';
import { Recognizer } from '../recognizer';
import { nameSpan } from './name-span';
import type { NameLexicon } from '../name-lexicon';
import { isBrand, isRole } from './name-roles';
import { ANY_NAME, TITLES } from './name-shape';

const TITLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:Herrn?|Frau|Fräulein|Hr\\.|Hrn\\.|Fr\\.|Mr|Mrs|Ms|Mx|Mister|Miss|Monsieur|Madame|Mme|Señora?|Signora?)\\.?[ \\u00a0]${TITLES}|(?:Dr|Prof)\\.(?: ?(?:Dr|h|c|med|jur|rer|nat|phil|Ing)\\.|-Ing\\.){0,5}[ \\u00a0]?|(?<office>Professor|Professorin|Rechtsanwalt|Rechtsanwältin|Kommissar|Kommissarin|Senator|Präsident|Präsidentin|Bundeskanzler|Bundeskanzlerin|Kanzlerin|President|Governor|Judge|Justice|Senator|Detective|Inspector|Sergeant) ${TITLES})(?<name>${ANY_NAME})`,
  'gu',
);

/** In chats titles and names lose their capitals; then only what the lists know counts: "frau schmidt". */
const LOWER =
  /(?<![\p{L}\p{N}])(?:herrn?|frau|hr\.|fr\.|mr\.?|mrs\.?|ms\.?|dr\.) (?:dr\.? )?(?<name>\p{Ll}[\p{Ll}'’-]{2,30})(?![\p{L}\p{N}])/gu;

/** "Herr Dr. Hans Müller", "Frau Schmidts", "Mrs. O'Brien", "Prof. Kim": the name, not the title (contract: Anonymizing and restoring, rule 2). */
export class TitleNameRecognizer extends Recognizer {
  readonly name = 'title-name';

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(text: string): Span[] {
    return [...this.findTitled(text), ...this.findLowerCase(text)];
  }

  private findLowerCase(text: string): Span[] {
    return [...matchesOf(LOWER, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const known = this.lexicon.isLastName(name) && !this.lexicon.isCommonWord(name) && !isRole(name);
      return known ? nameSpan(text, match.index + match[0].length - name.length, name, () => false) : [];
    });
  }

  /** "Justice Department", "the President Social Democrats": what is no name anywhere is none after an office. */
  private isMere(word: string): boolean {
    return (
      this.lexicon.isCommonWord(word) && !this.lexicon.isFirstName(word) && !this.lexicon.isLastName(word)
    );
  }

  private findTitled(text: string): Span[] {
    return [...matchesOf(TITLED, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const [first = '', ...rest] = name.split(/[ \u00a0]/u);
      if (isRole(first) || isBrand(first) || (rest.length === 0 && first.length < 2)) return [];
      if (match.groups?.office && this.isMere(first)) return [];
      const start = match.index + match[0].length - name.length;
      // "Frau Müller Bescheid geben": a common word after the name is no part of it.
      return nameSpan(
        text,
        start,
        name,
        (word, previous) => previous !== undefined && this.lexicon.endsName(word, previous),
      );
    });
  }
}
