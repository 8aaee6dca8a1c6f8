import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { matchesInRegions } from '../cues/digit-regions';
import { isMrzLine, MRZ_LINE } from './icao-9303';
import { type Scheme, SCHEMES } from './schemes';
import { isVatNumber, VAT_SHAPE } from './vat-numbers';

/** The distance around a number within which a word must confirm its check digit. */
const AROUND = 200;
const NOT_WITHIN = [
  '(?<![\\p{L}\\p{N}@]|\\d[.,/:-]|[-_/=])',
  '(?![\\p{L}\\p{N}@_]|[.,/:-]\\d|-\\p{L})',
] as const;

const patterns = SCHEMES.map(({ shape, isValid, near }: Scheme) => ({
  pattern: new RegExp(`${NOT_WITHIN[0]}(?:${shape})${NOT_WITHIN[1]}`, 'gu'),
  isValid,
  near: near === undefined ? undefined : new RegExp(near, 'iu'),
}));
const VAT = new RegExp(`${NOT_WITHIN[0]}${VAT_SHAPE}${NOT_WITHIN[1]}`, 'gu');
const VAT_LONGEST_TAIL = 3;

/**
 * Numbers that authorities and insurances assign to people: by a unique shape with valid check digits; by valid check digits
 * if their name is in the surrounding sentences. Those with any digits after their name are in `ANNOUNCED_CODES`.
 */
export class IdNumberRecognizer extends Recognizer {
  readonly name = 'id-number';
  readonly finds = ['IdNumbers'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const found = [
      ...patterns.flatMap((scheme) => ofScheme(searched, scheme)),
      ...vatNumbersIn(searched),
      ...machineReadable(text),
    ];
    return found.map(({ start, end }) => ({ start, end, type: 'IdNumbers' }));
  }
}

function ofScheme(
  { text, digitRegions }: SearchedText,
  { pattern, isValid, near }: (typeof patterns)[number],
): Range[] {
  return [...matchesInRegions(pattern, digitRegions)].flatMap(({ written, start: index }) => {
    const end = index + written.length;
    if (!isValid(written)) return [];
    const isNear = !near || near.test(text.slice(Math.max(0, index - AROUND), end + AROUND));
    return isNear ? [{ start: index, end }] : [];
  });
}

function vatNumbersIn({ digitRegions }: SearchedText): Range[] {
  return [...matchesInRegions(VAT, digitRegions)].flatMap(({ written, start: index }) => {
    // The pattern may have included a word after the number as its last letters.
    for (let end = written.length; end >= written.length - VAT_LONGEST_TAIL; end -= 1) {
      const isWhole = !/^[\p{L}\p{N}]/u.test(written.slice(end));
      if (isWhole && isVatNumber(written.slice(0, end))) return [{ start: index, end: index + end }];
    }
    return [];
  });
}

function machineReadable(text: string): Range[] {
  if (!text.includes('<<')) return [];
  return [...matchesOf(MRZ_LINE, text)].flatMap(({ 0: written, index }) =>
    isMrzLine(written.replaceAll(' ', '')) ? [{ start: index, end: index + written.length }] : [],
  );
}
