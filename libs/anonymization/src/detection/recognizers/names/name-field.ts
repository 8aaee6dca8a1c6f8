import type { FieldKind } from '../../../lexicon/language-kinds';
import { wordsOfAll } from '../../../lexicon/languages';
import { INSTITUTION, isRole, LEGAL_FORM } from '../../../lexicon/roles';
import { ADDRESS_IN_FIELD, TITLES } from '../../../lexicon/titles';
import { isCommonWord, type NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import type { Field } from '../../../text/structure/field';
import { ANY_NAME, NAME_WORD, nameSpan } from './name-shape';

const LONGEST_VALUE = 200;
const CASED = new RegExp(
  `^(?:${ADDRESS_IN_FIELD}${TITLES}|${TITLES}${ADDRESS_IN_FIELD})(?<name>${NAME_WORD}(?: ${NAME_WORD})?, ?${ANY_NAME}|${ANY_NAME})(?=$|\\s*[(<,;/|\\[:]| [-–—] | \\d)`,
  'u',
);
const UNCASED = /^(?<name>\p{Ll}[\p{L}\p{M}'’-]{1,30}(?: \p{L}[\p{L}\p{M}'’.-]{0,30}){0,3})$/u;
/** Several persons in one value. */
const ENTRY = /(?:(?! (?:und|and|et|y|e|en|i) )[^;&/|\n]){1,120}/gu;
const WORDS = /[ ,\u00a0]+/u;

/** Values of person fields that name no person. */
const NO_PERSON = new Set(wordsOfAll(({ noPerson }) => noPerson));
const ORGANIZATION = new RegExp(`(?:^|[ ,])(?:${LEGAL_FORM}|${INSTITUTION})(?:[ .,&]|$)`, 'u');

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Returns the persons that a field names, by how surely its key indicates a person (contract: Reading text).
 *
 * @param names the values of name fields in the same text: such a value is a name even if it is a common word
 */
export function namesInField(
  text: string,
  field: Field,
  kind: FieldKind,
  lexicon: NameLexicon,
  names = NO_NAMES,
): Span[] {
  const value = text.slice(field.start, Math.min(field.end, field.start + LONGEST_VALUE));
  if (field.end - field.start > LONGEST_VALUE || ORGANIZATION.test(value)) return [];
  const judge = new NameJudge(lexicon, field.loose ? 'loose' : evidenceOf(kind), names);
  const spans: Span[] = [];
  ENTRY.lastIndex = 0;
  for (let entry = ENTRY.exec(value); entry; entry = ENTRY.exec(value)) {
    const written = entry[0].replace(/^ (?:und|and|et|y|e|en|i) /u, '').trimStart();
    const start = field.start + entry.index + entry[0].length - written.length;
    spans.push(...readEntry(text, start, written.trimEnd(), judge));
  }
  return spans;
}

function readEntry(text: string, start: number, entry: string, judge: NameJudge): Span[] {
  const match = CASED.exec(entry) ?? UNCASED.exec(entry);
  const name = match?.groups?.name ?? '';
  if (!match || !judge.isPerson(name)) return [];
  return nameSpan(text, start + match[0].length - name.length, name, () => false);
}

/** The evidence that a value itself must provide: none if the key is clear, a listed name if the key is vague. */
type Evidence = 'part' | 'whole' | 'person' | 'open' | 'loose';

function evidenceOf(kind: FieldKind): Evidence {
  if (kind === 'firstName' || kind === 'lastName') return 'part';
  return kind === 'fullName' ? 'whole' : kind === 'person' ? 'person' : 'open';
}

class NameJudge {
  constructor(
    private readonly lexicon: NameLexicon,
    private readonly evidence: Evidence,
    private readonly names: ReadonlySet<string>,
  ) {}

  isPerson(name: string): boolean {
    const words = name.split(WORDS).filter((word) => word.length > 1 && !word.endsWith('.'));
    if (words.length === 0 || words.some((word) => NO_PERSON.has(word.toLowerCase()))) return false;
    const listed = words.filter((word) => this.isListed(word));
    const plain = words.filter((word) => isCommonWord(word) && !this.isListed(word) && !this.names.has(word));
    const clear = listed.filter((word) => !isCommonWord(word));
    const isLower = /^\p{Ll}/u.test(name) && !/ \p{Lu}/u.test(name);
    switch (this.evidence) {
      case 'part':
        return plain.length === 0 || clear.length > 0 || (!isLower && !words.some(isRole));
      case 'whole':
        return plain.length === 0 || clear.length > 0;
      case 'person':
        if (words.some(isRole)) return false;
        return isLower ? clear.length > 0 && plain.length === 0 : plain.length === 0;
      case 'open':
        return !isLower && !words.some(isRole) && listed.length > 0 && plain.length === 0;
      case 'loose':
        return !isLower && clear.length > 1 && plain.length === 0;
    }
  }

  private isListed(word: string): boolean {
    return this.lexicon.isFirstName(word) || this.lexicon.isLastName(word);
  }
}
