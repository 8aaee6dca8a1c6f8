import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { isRole } from '../../../lexicon/roles';
import { ADDRESS, TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { ANY_NAME, NAME_WORD, nameSpan } from './name-shape';

/** Lines that list people: e-mail headers. */
const MAIL_HEADER = new RegExp(
  `(?:^|[\\r\\n])[ \\t>*_]{0,8}(?:${piecesOfAll(({ letters }) => letters?.mailHeaders)})[*_]{0,2}[ \\t]?:[*_]{0,2}[ \\t]*(?<people>[^\\r\\n]{2,1000})`,
  'giu',
);
/** Fields that contain one person: forms, tables, JSON. */
const FIELD = new RegExp(
  `(?<![\\p{L}])(?:${piecesOfAll(({ letters }) => letters?.personLabels)})["'*_]{0,2}[ \\t]?[:=][ \\t]?["'*_]{0,2}[ \\t]{0,8}${ADDRESS}${TITLES}(?<name>${NAME_WORD}, ${ANY_NAME}|${ANY_NAME})(?=[ \\t]{0,8}(?:$|[\\r\\n,;"'|<(*_)}\\]/.]))`,
  'gu',
);
const ENTRY = /"[^"\r\n]{2,80}"|[^;<>"\r\n]{2,80}/gu;
const LAST_FIRST = new RegExp(`^(?:${NAME_WORD})(?: ${NAME_WORD})?, ?${TITLES}(?<first>${ANY_NAME})$`, 'u');
const ONE_NAME = new RegExp(`^${TITLES}(?<name>${ANY_NAME})$`, 'u');

/** Names in e-mail headers ("From: Müller, Hans <...>": one person) and in the fields of forms, tables and JSON. */
export class HeaderNameRecognizer extends Recognizer {
  readonly name = 'header-name';
  readonly finds = ['Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...this.findInMailHeaders(text), ...this.findInFields(text)];
  }

  private findInMailHeaders(text: string): Span[] {
    return [...matchesOf(MAIL_HEADER, text)].flatMap((match) => {
      const people = match.groups?.people ?? '';
      const from = match.index + match[0].length - people.length;
      return [...matchesOf(ENTRY, people)].flatMap((entry) =>
        this.readEntry(text, from + entry.index, entry[0]),
      );
    });
  }

  /** Reads one entry of a list of people: `"Last, First"`, `Last, First`, `First Last, First Last`. */
  private readEntry(text: string, at: number, entry: string): Span[] {
    const bare = entry.replace(/^["'\s,:]+/u, '');
    const start = at + entry.length - bare.length;
    const whole = bare.split(/[@(/[*|]/u, 1)[0]!.replace(/(?<!["'\s,])["'\s,]+$/u, '');
    if (LAST_FIRST.test(whole) && this.isPerson(whole)) return nameSpan(text, start, whole, () => false);
    return [...matchesOf(/[^,]+/gu, whole)].flatMap((part) => {
      const lead = part[0].length - part[0].trimStart().length;
      const name = ONE_NAME.exec(part[0].trim())?.groups?.name ?? '';
      if (!this.isPerson(name)) return [];
      return nameSpan(
        text,
        start + part.index + lead + part[0].trim().length - name.length,
        name,
        () => false,
      );
    });
  }

  private findInFields(text: string): Span[] {
    return [...matchesOf(FIELD, text)].flatMap((match) => {
      const name = match.groups?.name ?? '';
      return this.isPerson(name)
        ? nameSpan(text, match.index + match[0].length - name.length, name, () => false)
        : [];
    });
  }

  private isPerson(name: string): boolean {
    const words = name.split(/[ ,\u00a0]+/u).filter((word) => word.length > 2);
    const known = words.some((word) => this.lexicon.isFirstName(word) && !isCommonWord(word));
    return words.length > 0 && words.every((word) => !isRole(word) && (known || !isCommonWord(word)));
  }
}
