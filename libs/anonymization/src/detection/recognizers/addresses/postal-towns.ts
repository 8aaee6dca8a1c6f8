import { matchesOf } from '@app/common';
import { piecesOfAll } from '../../../lexicon/languages';
import { monthOf } from '../../../lexicon/months';
import type { PlaceLexicon } from '../../../lexicon/places';
import type { Range } from '../../../text/spans/ranges';

const FREE = '(?<![\\p{L}\\p{N}]|\\p{N}[.,/-])';
const END = '(?![\\p{L}\\p{N}]|[.,-]\\p{N})';
/** A full stop belongs to abbreviations in a town ("St.", "N.L."). After another word it ends the sentence. */
const WORD =
  "(?:\\p{Lu}\\p{L}{0,2}\\.(?:-?\\p{L}{1,3}\\.)*-?(?=[ \\p{Lu}])|(?:\\p{Lu}|['’]\\p{L}-)[\\p{L}\\p{M}'’-]{0,30})";
const WITHIN = `(?:${piecesOfAll(({ addresses }) => addresses.within)})`;
/** "Weißenburg in Bayern", "'s-Hertogenbosch", "Saint-Étienne Cedex 2", "Roma (RM)", "Belém/PA", "Wetzikon ZH" */
const TOWN = `${WORD}(?: (?:${WITHIN} |${WITHIN}['’]|d['’]|l['’]){0,2}${WORD}){0,4}(?<!['’])(?: (?:Cedex|CEDEX)(?: \\d{1,2})?| ?\\((?:[A-Z]{2}|\\p{Lu}[\\p{L} .]{2,20})\\)| ?[-/] ?[A-Z]{2}(?!\\p{L})|\\/\\p{Lu}\\p{Ll}{2,20})?`;

/** Postcodes with their towns in a form that no other number has: NL, PL, PT, BR. */
const CERTAIN = new RegExp(
  `(?=\\d)${FREE}(?:\\d{4} ?[A-Z]{2}(?= )|\\d{2}-\\d{3}|\\d{4}-\\d{3}|\\d{5}-\\d{3}) (?<town>${TOWN})|(?<=CEP:? ?)\\d{5}-?\\d{3}(?!\\p{N})`,
  'gu',
);
/** Postcodes of four and five digits: DE, AT, CH, FR, ES, IT, BE, US and others. The surrounding text decides. */
const LIKELY = new RegExp(
  `(?=\\d|[A-Z]{1,2}[- ]\\d)${FREE}(?<country>(?:D|A|CH|F|B|L|I|E|FL|NL|PL|DK|SE)[- ]?)?(?<code>\\d{4,5}) (?<town>${TOWN})`,
  'gu',
);
/** GB: "Leeds LS16 5PA"; IE, CA, AU and US with their county, province or state. */
const TOWN_FIRST = new RegExp(
  `(?=[A-Z][A-Z\\d]|Co)(?<=(?<place>${WORD}(?: (?:${WITHIN} )?${WORD}){0,3}(?: \\(\\p{L}{2,20}\\))?)?(?<gap>,? ?))(?<![\\p{L}\\p{N}])(?:(?:[BEGLMNSW]\\d[\\dA-Z]?|[A-PR-UWYZ][A-HK-Y]\\d[\\dA-Z]?) \\d[ABD-HJLNP-UW-Z]{2}|(?:(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? )?[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d|(?:Co\\.? \\p{Lu}\\p{Ll}{2,12},? )?[AC-FHKNPRTV-Y]\\d[\\dW] [\\dAC-FHKNPRTV-Y]{4}|(?:NSW|VIC|QLD|TAS|ACT|[SW]A|NT) \\d{4}|A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?<zip> \\d{5}(?:-\\d{4})?)?${END}`,
  'gu',
);
const US_STATE = /^[A-Z]{2}$/;

export interface PostalTown extends Range {
  /** Whether it is certain by itself; otherwise it needs a street next to it, or a line of its own */
  isCertain: boolean;
}

/** Yields postcodes with their towns. */
export function* postalTowns(text: string, places: PlaceLexicon): Generator<PostalTown> {
  for (const {
    0: { length },
    index,
  } of matchesOf(CERTAIN, text))
    yield { start: index, end: index + length, isCertain: true };
  for (const {
    0: { length },
    index,
    groups = {},
  } of matchesOf(LIKELY, text)) {
    const { country, code = '', town = '' } = groups;
    const isYear = /^(?:1[5-9]|20)\d{2}$/.test(code);
    if (monthOf(town.split(' ')[0] ?? '')) continue;
    const isCertain = country !== undefined || (!isYear && startsWithPlace(town, places));
    yield {
      start: index,
      end: index + length,
      isCertain: isCertain || (!isYear && /\([A-Z]{2}\)$/.test(town)),
    };
  }
  for (const { 0: code, index, groups = {} } of matchesOf(TOWN_FIRST, text)) {
    const { place = '', gap = '', zip } = groups;
    if (US_STATE.test(code)) continue;
    const start = place === '' ? index : index - gap.length - place.length;
    if (zip !== undefined && place === '') continue;
    yield { start, end: index + code.length, isCertain: true };
  }
}

/** Returns whether the list contains the first words of a town's name. */
function startsWithPlace(town: string, places: PlaceLexicon): boolean {
  const words = town.replace(/ ?(?:\(..\)|[-/] ?[A-Z]{2}|C[Ee][Dd][Ee][Xx].*)$/u, '').split(' ');
  return words.some((_, at) => places.isPlace(words.slice(0, at + 1).join(' ')));
}
