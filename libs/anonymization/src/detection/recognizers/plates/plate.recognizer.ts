import { matchesOf } from '@app/common';
import { GERMAN_PLATE_DISTRICTS, VEHICLE_MAKES } from '../../../../data/plate-districts';
import { foldCue } from '../../../lexicon/fold';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { matchesInRegions } from '../cues/digit-regions';

const DISTRICTS = new Set(GERMAN_PLATE_DISTRICTS);
const MAKES = new Set(VEHICLE_MAKES);

const EDGES = ['(?<![\\p{L}\\p{N}_/@.-])', '(?![\\p{L}\\p{N}_@]|[-/.]\\p{N}|-\\p{L})'] as const;
const plate = (shape: string): RegExp => new RegExp(`${EDGES[0]}(?:${shape})${EDGES[1]}`, 'gu');

/** German plates, recognizable by the hyphen after the district: `HRO-KB 418`, `MD·ZW 77E`. */
const GERMAN = plate(
  '(?<district>[A-ZÄÖÜ]{1,3})[-·•–](?<letters>[A-Z]{1,2})[ -]?(?<digits>[1-9]\\d{0,3})[EH]?',
);
/**
 * Shapes that no other number has: France and Italy since their reforms, Spain, the Netherlands, the United Kingdom,
 * Portugal.
 */
const DISTINCT: readonly RegExp[] = [
  // France: GH-903-WD
  plate('[A-HJ-NP-TV-Z]{2}-\\d{3}-[A-HJ-NP-TV-Z]{2}'),
  // United Kingdom: WV72 XRJ
  plate('[A-HJ-PR-Y][A-HJ-PR-Y](?:0[2-9]|[1-7]\\d) [A-HJ-PR-Z]{3}'),
];
/** Shapes that other codes have too. They need a word for a vehicle next to them. */
const LIKELY: readonly RegExp[] = [
  plate('[A-ZÄÖÜ]{1,3}[ ·•–-]{1,2}[A-Z]{1,2}[ -]?[1-9]\\d{0,3}[EH]?'),
  // Austria, Switzerland, Poland, Hungary, the Czech Republic, the United States
  plate('[A-Z]{1,3}[ ·-]{1,2}\\d[A-Z0-9]{2,5}(?:[ -]?[A-Z]{1,3})?'),
  plate('[A-Z]{1,3}[ ·-]\\d{1,3}[ .]?\\d{2,3}'),
  // Spain, Italy, Argentina, Brazil, Portugal, the Netherlands, Belgium
  plate('\\d{4}[ -]?[BCDFGHJ-NPR-TV-Z]{3}'),
  plate('[A-Z]{2}[ -]?\\d{3}[ -]?[A-Z]{2}'),
  plate('[A-Z]{3}-?\\d[A-Z0-9]\\d{2}'),
  plate('[A-Z0-9]{2}-[A-Z0-9]{2}-[A-Z0-9]{2}(?:-[A-Z]{2})?'),
  plate('[A-Z]{1,3}-\\d{2,3}-[A-Z]{1,3}|\\d{1,2}-[A-Z]{2,3}-\\d{1,3}'),
  plate('[A-Z]{2}\\d{2} ?[A-Z]{3}|[A-Z]\\d{1,3} ?[A-Z]{3}'),
];
const WORTH_LOOKING = /\p{Lu}[^\n]{0,8}\d|\d[^\n]{0,8}\p{Lu}/u;
/** The maximum distance of the words for a vehicle before its plate. */
const REACH = 80;
const CAR_WORD = /\p{L}{2,16}/gu;

/**
 * Number plates: German ones by their district, those of a unique shape, others after a word for a vehicle. Those
 * that a word, a key or a column head announces are in `ANNOUNCED_CODES`.
 */
export class PlateRecognizer extends Recognizer {
  readonly name = 'plate';
  readonly finds = ['Plates'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const found = WORTH_LOOKING.test(text)
      ? [
          ...german(searched),
          ...DISTINCT.flatMap((shape) => rangesOf(searched, shape)),
          ...besideVehicles(searched),
        ]
      : [];
    return found.map(({ start, end }) => ({ start, end, type: 'Plates' }));
  }
}

const rangesOf = ({ digitRegions }: SearchedText, shape: RegExp): Range[] =>
  [...matchesInRegions(shape, digitRegions)].map(({ written, start }) => ({
    start,
    end: start + written.length,
  }));

function german({ digitRegions }: SearchedText): Range[] {
  return [...matchesInRegions(GERMAN, digitRegions)].flatMap(({ written, start: index, groups }) => {
    const { district = '', letters = '', digits = '' } = groups ?? {};
    // Sections and models are shorter: "A-B 1".
    const isLong = letters.length + digits.length >= 3;
    return isLong && DISTRICTS.has(district) ? [{ start: index, end: index + written.length }] : [];
  });
}

/** Returns texts in the shape of a plate on the line after a word for a vehicle. */
function besideVehicles(searched: SearchedText): Range[] {
  const { text } = searched;
  const vehicles = vehiclesIn(searched);
  if (vehicles.length === 0) return [];
  return LIKELY.flatMap((shape) => rangesOf(searched, shape)).filter(({ start, end }) => {
    if (!/\d{2}|\d[A-Z]/.test(text.slice(start, end))) return false;
    const before = lastBefore(vehicles, start);
    return before !== undefined && start - before <= REACH && !/[.!?]\s|\n\n/.test(text.slice(before, start));
  });
}

/** Returns the ends of words for vehicles, ascending. */
function vehiclesIn(searched: SearchedText): number[] {
  const words = searched.announced('vehicle').map(({ start }) => start);
  const makes = [...matchesOf(CAR_WORD, searched.text)].flatMap(({ 0: word, index }) =>
    /^\p{Lu}/u.test(word) && MAKES.has(foldCue(word)) ? [index + word.length] : [],
  );
  return [...words, ...makes].sort((a, b) => a - b);
}

function lastBefore(ascending: readonly number[], at: number): number | undefined {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return ascending[from - 1];
}
