import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { isRole } from '../../../lexicon/roles';
import { ADDRESS, TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { ANY_NAME, nameSpan } from './name-shape';

const GREETING = `(?:${piecesOfAll(({ letters }) => letters?.greetings)})`;
const FURTHER_GREETING = `(?:(?:${piecesOfAll(({ letters }) => letters?.furtherGreetings)}) )?`;
const LOWER_GREETING = piecesOfAll(({ letters }) => letters?.lowerGreetings);
const ONE = `${ADDRESS}${TITLES}${ANY_NAME}`;
/** "Dear Anna and Bob,", "Liebe Anna, lieber Max," */
const SALUTATION = new RegExp(
  `(?:^|[\\n\\r>"“„])[ \\t]{0,8}${GREETING},?[ \\u00a0](?<people>${ONE}(?:(?:, ?|,? (?:and|und|&) )${FURTHER_GREETING}${ONE}){0,4})(?=[ \\t]{0,3}(?:[,!:.;…]|[-–—]|\\r?\\n|$|\\)|"))`,
  'gu',
);
const PERSON = new RegExp(`${FURTHER_GREETING}${ADDRESS}${TITLES}(?<name>${ANY_NAME})`, 'gu');
/** Lower-case salutations need a listed name: "hi anna,", "hallo thomas". */
const LOWER = new RegExp(
  `(?:^|[\\n\\r])[ \\t]{0,8}(?:${LOWER_GREETING})[ ,]{1,2}(?<name>\\p{Ll}{3,20})(?=[ \\t]{0,3}(?:[,!.]|\\r?\\n|$))`,
  'giu',
);

/** The people that a letter or message greets: "Sehr geehrte Frau Dr. Schmidt," "Hi Anna and Bob!" */
export class SalutationRecognizer extends Recognizer {
  readonly name = 'salutation';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...this.findGreeted(text), ...this.findLowerCase(text)];
  }

  private findGreeted(text: string): Span[] {
    return [...matchesOf(SALUTATION, text)].flatMap((match) => {
      const people = match.groups?.people ?? '';
      const from = match.index + match[0].length - people.length;
      return [...matchesOf(PERSON, people)].flatMap((person) => {
        const name = person.groups?.name ?? '';
        return nameSpan(text, from + person.index + person[0].length - name.length, name, (word, previous) =>
          this.ends(word, previous),
        );
      });
    });
  }

  private ends(word: string, previous: string | undefined): boolean {
    if (previous !== undefined) return isRole(word) || this.lexicon.endsName(word, previous);
    if (!/^\p{Lu}/u.test(word)) return false;
    return isRole(word) || (isCommonWord(word) && !this.lexicon.isFirstName(word));
  }

  private findLowerCase(text: string): Span[] {
    return [...matchesOf(LOWER, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const known = this.lexicon.isFirstName(name) && !isCommonWord(name) && !isRole(name);
      return known ? nameSpan(text, match.index + match[0].length - name.length, name, () => false) : [];
    });
  }
}
