import { matchesOf } from '@app/common';
import type { Span } from '../../span';
import { Recognizer } from '../recognizer';
import { nameSpan } from './name-span';
import type { NameLexicon } from '../name-lexicon';
import { isRole } from './name-roles';
import { ANY_NAME, TITLES } from './name-shape';

const GREETING =
  '(?:[Dd]ear|DEAR|[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening|day)|[Gg]reetings|[Hh]all?o|[Hh]allöchen|[Ll]iebe[rs]?|[Ss]ervus|[Mm]oin(?: [Mm]oin)?|[Gg]r(?:ü|ue)(?:ß|ss) (?:[Gg]ott|[Dd]ich)|[Gg]r(?:ü|ue)ezi|[Gg]uten (?:[Tt]ag|[Mm]orgen|[Aa]bend)|(?:[Ss]ehr )?[Gg]eehrte[rs]?|[Ww]erte[rs]?|[Ss]ehr [Ww]erte[rs]?|[Cc]iao|[Ss]alut|[Hh]ola)';
const ADDRESS = '(?:(?:Herrn?|Frau|Fräulein|Mr|Mrs|Ms|Mx|Miss|Hr|Fr|Sir|Madam)\\.?[ \\u00a0])?';
const ONE = `${ADDRESS}${TITLES}${ANY_NAME}`;
/** "Dear Anna and Bob,", "Liebe Anna, lieber Max," */
const SALUTATION = new RegExp(
  `(?:^|[\\n\\r>"“„])[ \\t]{0,8}${GREETING},?[ \\u00a0](?<people>${ONE}(?:(?:, ?|,? (?:and|und|&) )(?:(?:liebe[rs]?|geehrte[rs]?|sehr geehrte[rs]?|dear) )?${ONE}){0,4})(?=[ \\t]{0,3}(?:[,!:.;…]|[-–—]|\\r?\\n|$|\\)|"))`,
  'gu',
);
const PERSON = new RegExp(
  `(?:liebe[rs]? |(?:sehr )?geehrte[rs]? |dear )?${ADDRESS}${TITLES}(?<name>${ANY_NAME})`,
  'gu',
);
/** In lower case only what the lists know: "hi anna,", "hallo thomas". */
const LOWER =
  /(?:^|[\n\r])[ \t]{0,8}(?:hi|hey|hello|hallo|dear|liebe[rs]?|moin|servus)[ ,]{1,2}(?<name>\p{Ll}{3,20})(?=[ \t]{0,3}(?:[,!.]|\r?\n|$))/giu;

/** Whom a letter or message greets: "Sehr geehrte Frau Dr. Schmidt," "Hi Anna and Bob!" */
export class SalutationRecognizer extends Recognizer {
  readonly name = 'salutation';

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(text: string): Span[] {
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
    return isRole(word) || (this.lexicon.isCommonWord(word) && !this.lexicon.isFirstName(word));
  }

  private findLowerCase(text: string): Span[] {
    return [...matchesOf(LOWER, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      const known = this.lexicon.isFirstName(name) && !this.lexicon.isCommonWord(name) && !isRole(name);
      return known ? nameSpan(text, match.index + match[0].length - name.length, name, () => false) : [];
    });
  }
}
