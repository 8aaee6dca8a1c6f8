import { matchesOf } from '@app/common';
import type { FieldKind } from '../../lexicon/language-kinds';
import type { NameLexicon } from '../../lexicon/word-lists';
import type { Span } from '../../text/spans/span';
import type { Field } from '../../text/structure/field';
import { isJsonNumber } from '../../text/structure/read-json';
import { digitsOf } from '../../text/phone-digits';
import { Recognizer } from '../ports';
import type { SearchedText } from '../searched-text';
import { namesInField } from './names/name-field';
import { hideDates } from './phones/not-a-phone';
import { canonicalOf, withExtension } from './phones/phone-number';

/** A value with an at sign and no blank in an address field: `hans@intranet`; `hans...@web.de` is abbreviated. */
const ADDRESS = /^(?:[^\s@<>".]|\.(?![.@])){1,64}@[^\s@<>"]{1,255}$/u;

interface Reading {
  regions: readonly string[];
  kind: FieldKind | undefined;
  /** The values of first and last name fields in the same text */
  names: ReadonlySet<string>;
}

/**
 * Values that the key, column head, element or label next to them identifies, in JSON, YAML, XML, CSV, tables and forms:
 * `"customer": "Petersen"`, a column `phone` (contract: Reading text).
 */
export class FieldRecognizer extends Recognizer {
  readonly name = 'field';
  readonly finds = ['Emails', 'Phone', 'Names'] as const;

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(searched: SearchedText): Span[] {
    const { text, language } = searched;
    const fields = searched.fields.map((field) => ({ field, kind: searched.kindOf(field) }));
    const names = new Set<string>();
    for (const { field, kind } of fields)
      if (kind === 'firstName' || kind === 'lastName')
        for (const { start, end } of namesInField(text, field, kind, this.lexicon))
          names.add(text.slice(start, end));
    return fields.flatMap(({ field, kind }) =>
      this.read(text, field, { regions: language.regions, kind, names }),
    );
  }

  private read(text: string, field: Field, { regions, kind, names }: Reading): Span[] {
    switch (kind) {
      case 'phone':
      case 'extension':
        return numbersInField(text, field, regions);
      case 'email':
        return addressIn(text, field);
      case 'firstName':
      case 'lastName':
      case 'fullName':
      case 'name':
      case 'person':
      case 'actor':
        return namesInField(text, field, kind, this.lexicon, names);
      default:
        return [];
    }
  }
}

function addressIn(text: string, { start, end }: Field): Span[] {
  const value = text.slice(start, Math.min(end, start + 400));
  return ADDRESS.test(value) ? [{ start, end, type: 'Emails', canonical: value.toLowerCase() }] : [];
}

const LONGEST_NUMBERS = 200;
/** Digits in any layout, including only the end of a number: "-316", "x4160". */
const NUMBER = /(?:\+|[-–](?=\d)|(?<!\p{L})x(?=\d))?\(?\d(?:[ \u00a0]?[-‐‑–.()/ \u00a0]{0,3}\d){0,19}/giu;
const MOST_DIGITS = 18;
/** A shorter number must be the whole value. */
const FEWEST_BESIDE_WORDS = 5;
/** A shorter number without quotes is a count or a flag in a program. */
const FEWEST_BARE = 5;

/** Returns the numbers in a telephone field, valid in a numbering plan or not. */
function numbersInField(text: string, field: Field, regions: readonly string[]): Span[] {
  if (field.end - field.start > LONGEST_NUMBERS) return [];
  const value = hideDates(text.slice(field.start, field.end));
  return [...matchesOf(NUMBER, value)].flatMap(({ 0: written, index }) => {
    const digits = digitsOf(written).length;
    const isAll = value.replace(written, '').replace(/[^\p{L}\p{N}]+/gu, '') === '';
    const isBare = isAll && isJsonNumber(text, field.start, field.end);
    if (digits > MOST_DIGITS || digits < (isAll ? 2 : FEWEST_BESIDE_WORDS)) return [];
    if (/[\p{L}_€$£%]/u.test((value[index - 1] ?? '') + (value[index + written.length] ?? ''))) return [];
    if (isBare && digits < FEWEST_BARE && text[field.end] !== '\n' && text[field.end] !== undefined)
      return [];
    const bracket = written.startsWith('(') && !written.includes(')') ? 1 : 0;
    const start = field.start + index + bracket;
    const span = { start, end: field.start + index + written.length, type: 'Phone' as const };
    return [withExtension(text, { ...span, canonical: canonicalOf(written.slice(bracket), regions) })];
  });
}
