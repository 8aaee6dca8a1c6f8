import type { CueKind } from '../../lexicon/language-kinds';
import type { EntityType } from '../../kinds/entity-type';
import type { Range } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import { Recognizer } from '../ports';
import type { SearchedText } from '../searched-text';
import { accountAt, BANK_CODE, BIC, CALLED_IBAN, compact } from './accounts/announced-account';
import { CARD_CODE, cardAt } from './cards/announced-card';
import type { Announcement } from './cues/announcements';
import { spokenNumberAt } from './cues/spoken-number';
import { codeAt, type CodeRange, type CodeShape, matchAfter, wholeCode } from './cues/code-at';
import { plateAt } from './plates/announced-plate';
import { isNumberOfThing } from './references/announced-reference';
import { pinAt } from './secrets/announced-pin';
import { loginAt } from './usernames/announced-login';

/** Returns the code that follows an announcement. */
type Shape = (text: string, announcement: Announcement) => CodeRange | undefined;

/** A code that has no shape of its own: a word, a key or a column head in one of eight languages announces it. */
interface AnnouncedCode {
  cues: readonly CueKind[];
  /** Cues of a stronger row: this row skips an announcement that has one of them */
  unless?: readonly CueKind[];
  type: EntityType;
  shape: Shape;
  check?: (text: string, code: Range, announcement: Announcement) => boolean;
  /** Whether people dictate it, so that it may be in words: "vier sieben eins eins" */
  isDictated?: true;
  /** Returns the value in one notation. If absent, `shape` decides */
  canonical?: (written: string) => string;
}

/** Digits, or digits and letters. In a field, the whole value. */
const code =
  (shape: CodeShape): Shape =>
  (text, { start, limit, by }) =>
    by === 'field' ? wholeCode(text, start, limit, shape) : codeAt(text, start, limit, shape);

const isAbbreviated = ({ kinds }: Announcement): boolean => kinds.includes('abbreviation');

/** After an abbreviation with other meanings, the value must look like a number: not a year, not a word. */
const idNumberAt: Shape = (text, announcement) =>
  code({ fewestDigits: 4, isStrict: isAbbreviated(announcement) })(text, announcement);

const isIdNumber: AnnouncedCode['check'] = (text, found, announcement) =>
  !isAbbreviated(announcement) || isNumberOfThing(text, found, announcement);

const match =
  (pattern: RegExp): Shape =>
  (text, announcement) =>
    matchAfter(text, announcement, pattern);

const account = { type: 'BankAccounts', canonical: compact } as const;

/** Adding a code that words announce takes one row here, and its cues in the files of the languages. */
const ANNOUNCED_CODES: readonly AnnouncedCode[] = [
  { cues: ['reference'], type: 'References', shape: code({ fewestDigits: 2 }), isDictated: true },
  {
    cues: ['referenceWord'],
    unless: ['reference'],
    type: 'References',
    shape: code({ fewestDigits: 2, isStrict: true }),
    check: isNumberOfThing,
  },
  { cues: ['idNumber'], type: 'IdNumbers', shape: idNumberAt, check: isIdNumber, isDictated: true },
  { cues: ['plate'], type: 'Plates', shape: plateAt },
  { cues: ['account'], shape: match(CALLED_IBAN), ...account },
  { cues: ['account'], shape: accountAt, isDictated: true, ...account },
  { cues: ['bank'], shape: match(BANK_CODE), ...account },
  { cues: ['bic'], shape: match(BIC), ...account },
  { cues: ['card'], type: 'Cards', shape: cardAt },
  { cues: ['cardCode'], type: 'Cards', shape: match(CARD_CODE) },
  { cues: ['pin'], type: 'Secrets', shape: pinAt, isDictated: true },
  { cues: ['username', 'usernameWord'], type: 'Usernames', shape: loginAt },
];

/** Finds the codes of {@link ANNOUNCED_CODES}. */
export class AnnouncedCodeRecognizer extends Recognizer {
  readonly name = 'announced-code';
  readonly finds = [...new Set(ANNOUNCED_CODES.map(({ type }) => type))];

  find(searched: SearchedText): Span[] {
    return ANNOUNCED_CODES.flatMap((row) =>
      searched
        .announced(...row.cues)
        .flatMap((announcement) => spanOf(searched.text, announcement, row) ?? []),
    );
  }
}

function spanOf(text: string, announcement: Announcement, row: AnnouncedCode): Span | undefined {
  const { unless, type, shape, check, canonical, isDictated } = row;
  if (unless?.some((cue) => announcement.kinds.includes(cue))) return undefined;
  const found = shape(text, announcement) ?? (isDictated && dictatedAt(text, announcement));
  if (!found || check?.(text, found, announcement) === false) return undefined;
  const written = canonical?.(text.slice(found.start, found.end));
  return { ...found, type, ...(written !== undefined && { canonical: written }) };
}

const FEWEST_WORDS = 3;
const FEWEST_DIGITS = 4;
const MOST_DIGITS = 30;

/** A letter of a number, said before or after its digits: "A eins zwei ...", "... cinco k"; not a word of one letter. */
const LETTER_BEFORE = /(?:\p{Lu}|(?![aeiouwyz])[a-z])[ ,]{1,2}(?=\p{L}{2})/uy;
const LETTER_BEHIND = /[ ,]{1,2}(?![aeiouwyz])[a-z](?![\p{L}\p{N}'’])/iuy;

/**
 * Returns the announced number that is written in words, also after a comma. Its canonical form are its digits, with the
 * letter beside them.
 */
function dictatedAt(text: string, { start: after, limit, kinds }: Announcement): CodeRange | undefined {
  const start = text.startsWith(', ', after) ? after + 2 : after;
  const hasLetters = kinds.includes('idNumber');
  const before = hasLetters ? matchAt(LETTER_BEFORE, text, start) : '';
  const number = spokenNumberAt(text, start + before.length);
  if (number?.start !== start + before.length || number.said.length < FEWEST_WORDS) return undefined;
  const { digits } = number;
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return undefined;
  const behind = hasLetters ? matchAt(LETTER_BEHIND, text, number.end) : '';
  const end = number.end + behind.length;
  if (end > limit) return undefined;
  const letters = [before, behind].map((written) => written.replace(/[ ,]/g, '').toUpperCase());
  return { start, end, canonical: letters.join(digits) };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
