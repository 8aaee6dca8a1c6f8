import type { BasicType } from '../../src/kinds/entity-type';

/** One way in which people, programs and formats write a value; `undefined` if it does not apply to the value. */
export interface WrittenForm {
  name: string;
  types: readonly BasicType[];
  write(value: string): string | undefined;
}

const NAMES: readonly BasicType[] = ['Names'];
const EMAILS: readonly BasicType[] = ['Emails'];
const PHONES: readonly BasicType[] = ['Phone'];
const ALL: readonly BasicType[] = ['Names', 'Emails', 'Phone'];
const NAMES_AND_PHONES: readonly BasicType[] = ['Names', 'Phone'];

/** Replaces the first match. A value without a match has no such form. */
const swap = (pattern: RegExp, by: string) => (value: string) =>
  pattern.test(value) ? value.replace(pattern, by) : undefined;
const LAST_GAP = /[ /]([^ /]*)$/;
const BEYOND_ASCII = /[^\x20-\x7e]/gu;
const beyondAscii = (by: (character: string) => string) => (value: string) =>
  value.search(BEYOND_ASCII) < 0 ? undefined : value.replace(BEYOND_ASCII, by);
const everyFew = (value: string, count: number, sign: string) =>
  [...value].map((character, at) => (at > 0 && at % count === 0 ? sign + character : character)).join('');
const hexOf = (code: number, width: number) => code.toString(16).padStart(width, '0');
const jsonEscaped = beyondAscii((character) => `\\u${hexOf(character.charCodeAt(0), 4)}`);
const NAMED: Readonly<Record<string, string>> = { ä: 'auml', ö: 'ouml', ü: 'uuml', ß: 'szlig', ë: 'euml' };
/** Splits a last name into two halves. */
const halves = (value: string, between: string) => {
  const middle = value.length - 4;
  return value.slice(0, middle) + between + value.slice(middle);
};

const form = (name: string, types: readonly BasicType[], write: WrittenForm['write']): WrittenForm => ({
  name,
  types,
  write,
});

export const WRITTEN_FORMS: readonly WrittenForm[] = [
  form('plain', ALL, (value) => value),
  // Blanks and invisible characters
  form('no-break blank', NAMES_AND_PHONES, swap(/ /g, '\u00a0')),
  form('narrow blank', NAMES_AND_PHONES, swap(/ /g, '\u202f')),
  form('thin blank', NAMES_AND_PHONES, swap(/ /g, '\u2009')),
  form('figure blank', NAMES_AND_PHONES, swap(/ /g, '\u2007')),
  form('tab', NAMES_AND_PHONES, swap(/ /g, '\t')),
  form('two blanks', NAMES, swap(/ /g, '  ')),
  form('soft hyphen', ALL, (value) => halves(value, '\u00ad')),
  form('soft hyphens', ALL, (value) => everyFew(value, 4, '\u00ad')),
  form('zero-width blank inside', ALL, (value) => halves(value, '\u200b')),
  form('zero-width blank for a blank', NAMES, swap(/ /g, '\u200b')),
  form('zero-width blank before @', EMAILS, swap(/@/, '\u200b@')),
  form('word joiner', ALL, (value) => halves(value, '\u2060')),
  form('zero-width non-joiner', PHONES, (value) => everyFew(value, 3, '\u200c')),
  form('byte order mark', ALL, (value) => `\ufeff${value}`),
  form('direction marks', ALL, (value) => `\u200e${value}\u200e`),
  form('direction embedding', PHONES, (value) => `\u202a${value}\u202c`),
  form('isolates', ALL, (value) => `\u2068${value}\u2069`),
  // Other characters with the same meaning
  form('no-break hyphen', ALL, swap(/-/g, '\u2011')),
  form('hyphen between groups', PHONES, swap(LAST_GAP, '\u2010$1')),
  form('minus between groups', PHONES, swap(LAST_GAP, '\u2212$1')),
  form('dash between groups', PHONES, swap(LAST_GAP, '–$1')),
  form('decomposed', NAMES, (value) =>
    value.normalize('NFD') === value ? undefined : value.normalize('NFD'),
  ),
  form('ligature', NAMES, (value) =>
    /f[il]/.test(value) ? value.replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ') : undefined,
  ),
  form('full width', PHONES, (value) =>
    value.replace(/[0-9+]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ),
  form('full-width @', EMAILS, swap(/@/, '＠')),
  // Escapes and encodings
  form('JSON escapes', NAMES, jsonEscaped),
  form('nested JSON escapes', NAMES, (value) => jsonEscaped(value)?.replaceAll('\\', '\\\\')),
  form('JSON escape of @', EMAILS, swap(/@/, '\\u0040')),
  form('JSON escape of +', PHONES, swap(/\+/, '\\u002b')),
  form('JSON escape of a line end', NAMES, swap(/ /, '\\n')),
  form('escaped slash', PHONES, swap(/\//, '\\/')),
  form(
    'code escapes',
    NAMES,
    beyondAscii((character) => `\\x${hexOf(character.charCodeAt(0), 2)}`),
  ),
  form(
    'named entities',
    NAMES,
    beyondAscii((character) => `&${NAMED[character] ?? ''};`),
  ),
  form(
    'decimal entities',
    NAMES,
    beyondAscii((character) => `&#${character.charCodeAt(0)};`),
  ),
  form(
    'hexadecimal entities',
    NAMES,
    beyondAscii((character) => `&#x${hexOf(character.charCodeAt(0), 2)};`),
  ),
  form('entity blank', NAMES_AND_PHONES, swap(/ /g, '&nbsp;')),
  form('entity of @', EMAILS, swap(/@/, '&#64;')),
  form('named entity of @', EMAILS, swap(/@/, '&commat;')),
  form('entity of +', PHONES, swap(/\+/, '&#43;')),
  form('percent', ALL, (value) => encodeURIComponent(value)),
  form(
    'quoted-printable',
    NAMES,
    beyondAscii((character) =>
      [...Buffer.from(character)].map((byte) => `=${hexOf(byte, 2).toUpperCase()}`).join(''),
    ),
  ),
  form('quoted-printable @', EMAILS, swap(/@/, '=40')),
  form('quoted-printable line end', ALL, (value) => `${halves(value, '=\n')} =C3=BCber`),
  // Markup
  form('Markdown escapes', EMAILS, (value) => value.replace(/([._-])/g, '\\$1')),
  form('Markdown escape of +', PHONES, swap(/\+/, '\\+')),
  form('bold first part', ALL, swap(/^([^ @/]+)/, '**$1**')),
  form('bold last part', NAMES, swap(/(\S+)$/, '**$1**')),
  form('emphasized first part', NAMES, swap(/^(\S+)/, '_$1_')),
  form('linked first part', NAMES, swap(/^(\S+)/, '[$1](x)')),
  form('link', PHONES, (value) => `[${value}](tel:${value.replace(/[^\d+]/g, '')})`),
  form('spans', NAMES, swap(/^(\S+) (\S+)$/, '<span>$1</span><span>$2</span>')),
  form('bold tag', NAMES, swap(/^(\S+) (\S+)$/, '<b>$1</b> $2')),
  form('cells', NAMES, swap(/^(\S+) (\S+)$/, '<td>$1</td><td>$2</td>')),
  form('line break tag', NAMES, swap(/ /, '<br>')),
  form('tag around @', EMAILS, swap(/@/, '<span>@</span>')),
  // Lines
  form('line end', NAMES, swap(/ /, '\n')),
  form('line end in a number', PHONES, swap(LAST_GAP, '\n$1')),
  form('CRLF', NAMES, swap(/ /, '\r\n')),
  form('CRLF in a number', PHONES, swap(LAST_GAP, '\r\n$1')),
  form('quoted line end', NAMES, swap(/ /, '\n> ')),
  form('quoted line end in a number', PHONES, swap(LAST_GAP, '\n> $1')),
  form('indented line end', NAMES, swap(/ /, '\n    ')),
  form('hyphenated at a line end', NAMES, (value) => halves(value, '-\n')),
  form('line end after @', EMAILS, swap(/@/, '@\n')),
  form('quoted line end after @', EMAILS, swap(/@/, '@\n> ')),
  form('line end after a dot', EMAILS, swap(/\.(?=[^@]*@)/, '.\n')),
  form('line end after a hyphen', EMAILS, swap(/-/, '-\n')),
  // Spellings that recognizers detect
  form('table row', NAMES, swap(/^(\S+) (\S+)$/, '| $1 | $2 |')),
  form('semicolon', NAMES, swap(/ /, ';')),
  form('last name first', NAMES, swap(/^(\S+) (\S+)$/, '$2, $1')),
  form('capitals', ALL, (value) => (/\p{L}/u.test(value) ? value.toUpperCase() : undefined)),
  form('small letters', NAMES, (value) => value.toLowerCase()),
  form('underscore', NAMES, swap(/ /, '_')),
  form('blank before @', EMAILS, swap(/@/, ' @')),
  form('blank after @', EMAILS, swap(/@/, '@ ')),
  form('blanks around @', EMAILS, swap(/@/, ' @ ')),
  form('spelled out', EMAILS, (value) => value.replace('@', ' (at) ').replaceAll('.', ' (dot) ')),
  form('mailto', EMAILS, (value) => `<mailto:${value}>`),
  form('dots between groups', PHONES, (value) => value.replace(/[ /-]/g, '.')),
  form('slash between groups', PHONES, swap(LAST_GAP, ' / $1')),
  form('in pairs', PHONES, (value) => value.replace(/(\d\d)(?=\d)/g, '$1 ')),
  form('in brackets', PHONES, (value) => `(${value})`),
  form('digits alone', PHONES, (value) => value.replace(/\D/g, '')),
];
