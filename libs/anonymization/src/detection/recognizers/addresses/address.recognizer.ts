import { matchesOf } from '@app/common';
import type { FieldKind } from '../../../lexicon/language-kinds';
import { piecesOfAll } from '../../../lexicon/languages';
import type { PlaceLexicon } from '../../../lexicon/places';
import { byStart, hull, lengthOf, overlappingGroups, type Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { postalTowns } from './postal-towns';
import { streetsIn } from './street-shapes';

interface Piece extends Range {
  is: 'street' | 'town' | 'box';
  isCertain: boolean;
}

const FREE = '(?<![\\p{L}\\p{N}])';
const BOX = new RegExp(
  `${FREE}(?:${piecesOfAll(({ addresses }) => addresses.boxes)})(?: (?:nr|n[°º]|no)\\.?)? ?\\d[\\d ]{0,8}(?!\\p{N})`,
  'giu',
);
const UNIT_WORD = piecesOfAll(({ addresses }) => addresses.units);
/** "3.º B", "2. OG re.", "Apt 4B", "piso 9 "B"" */
const UNIT = `(?:(?:\\d{1,3}(?:\\.?[ºª°]|\\.|e|er|ème|th|st|nd|rd)? ?)?(?:${UNIT_WORD})(?![\\p{L}])\\.?(?: ?[\\p{L}\\d/-]{1,5}(?![\\p{L}\\d]))?|\\d{1,3}\\.?[ºª°](?: \\p{L}{1,5}\\.?(?!\\p{L}))?)`;
const UNITS_BEHIND = new RegExp(`^(?:(?:,? | ?[-–] ?)${UNIT}){1,4}`, 'iu');
const UNITS_BEFORE = new RegExp(`${FREE}(?:${UNIT},? ){1,2}$`, 'iu');
/** The text between two parts of one address: a comma, a part of the town, a part of the building. */
const GAP =
  /^(?:,? ?| in |,? [-–·|] ?| [-–] )(?:[\p{Lu}\d][\p{L}\p{N}'’./ºª°-]{0,24}(?: (?:de|del|da|do|la|of) )?[ ,]{1,2}(?:- )?|-? ?(?:CEP|CP|C\.P\.):? ?){0,5}$/u;
/** The text from a street to a town without a postcode: "Via Roma 12, Napoli" */
const TOWN_BEHIND =
  /^(?:, | in | à | a | w | en | em | te )(?<town>\p{Lu}[\p{L}'’-]{1,30}(?: (?:(?:de|del|della|di|do|da|am|im|an der|upon|sur|w) )?\p{Lu}[\p{L}'’-]{1,30}){0,3})/u;
/** "Raszyn, ul. Długa 12" */
const TOWN_BEFORE = /(?<![\p{L}\p{N}])(?<town>\p{Lu}[\p{L}’'-]{2,30}(?: \p{Lu}[\p{L}’'-]{2,30})?), $/u;
const SENTENCE_STOP = /\p{Ll}{3}\.$/u;
const LINE_BEFORE = /(?:^|\n)[^\p{L}\p{N}\n]{0,8}$/u;
const LINE_BEHIND = /^[^\p{L}\p{N}\n]{0,8}(?:\n|$)/u;

/**
 * Postal addresses: a street with its number, a postcode with its town, a box. An address on one line is one span; an
 * address of several lines has a span for each.
 */
export class AddressRecognizer extends Recognizer {
  readonly name = 'address';
  readonly finds = ['Addresses'] as const;

  constructor(private readonly places: PlaceLexicon) {
    super();
  }

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const fields = addressFields(searched);
    if (!/\d/.test(text)) return fields;
    const pieces = outermost([
      ...[...streetsIn(text)].map((street): Piece => ({
        ...street,
        is: 'street',
        end: street.end + unitsBehind(text, street.end),
      })),
      ...[...postalTowns(text, this.places)].map((town): Piece => ({ ...town, is: 'town' })),
      ...[...matchesOf(BOX, text)].map(({ 0: box, index }): Piece => {
        return {
          start: index,
          end: index + box.trimEnd().length,
          is: 'box',
          isCertain: /^\p{L}[^\d]{5}/u.test(box),
        };
      }),
    ]);
    return [...fields, ...this.joined(text, pieces).map((piece) => this.completed(text, piece))];
  }

  /**
   * Joins adjacent parts to one address. Keeps an uncertain part only if another part is next to it, on its line or the
   * next.
   */
  private joined(text: string, pieces: readonly Piece[]): Range[] {
    const addresses: Range[] = [];
    for (const [at, piece] of pieces.entries()) {
      const last = pieces[at - 1];
      const next = pieces[at + 1];
      const isBeside = (other: Piece | undefined): boolean =>
        other !== undefined && other.is !== piece.is && this.areBeside(text, other, piece);
      if (!piece.isCertain && !isBeside(last) && !isBeside(next)) continue;
      const before = addresses.at(-1);
      if (before && last && before.end === last.end && isOneLine(text, last, piece)) before.end = piece.end;
      else addresses.push({ start: piece.start, end: piece.end });
    }
    return addresses;
  }

  /** Returns whether at least one of two parts is certain, or both together are: "Hohenzell 51, 4921 Hohenzell". */
  private areBeside(text: string, one: Piece, other: Piece): boolean {
    const [first, second] = [one, other].sort(byStart);
    if (!first || !second) return false;
    const gap = text.slice(first.end, second.start);
    const isSure = first.isCertain || second.isCertain;
    if (/^(?:,? ?| [·|–-] ?)$/.test(gap)) return isSure || first.is === 'street';
    const isBlock =
      /^[ ,]{0,3}\r?\n[ \t>|*]{0,8}$/.test(gap) &&
      LINE_BEFORE.test(text.slice(Math.max(0, first.start - 9), first.start)) &&
      LINE_BEHIND.test(text.slice(second.end, second.end + 9));
    return (isBlock && (isSure || first.is === 'street')) || (isSure && isOneLine(text, first, second));
  }

  private completed(text: string, { start, end }: Range): Span {
    const lead = text.slice(Math.max(0, start - 40), start);
    const town = TOWN_BEFORE.exec(lead);
    const isTown = this.places.isPlace(town?.groups?.town ?? '');
    const before = (isTown ? town : UNITS_BEFORE.exec(lead))?.[0] ?? '';
    const last = end + this.townBehind(text, end);
    // The full stop after a town ends the sentence.
    const stop = SENTENCE_STOP.test(text.slice(start, last)) ? 1 : 0;
    return { start: start - before.length, end: last - stop, type: 'Addresses' };
  }

  /** Returns how far a town extends after a street, with a part of it before: ", Papatoetoe, Auckland". */
  private townBehind(text: string, from: number): number {
    let [at, length] = [from, 0];
    for (let part = 0; part < 3; part += 1) {
      const match = TOWN_BEHIND.exec(text.slice(at, at + 80));
      const words = match?.groups?.town?.split(' ') ?? [];
      const lead = (match?.[0].length ?? 0) - (match?.groups?.town?.length ?? 0);
      // "w Katowicach": inflected, but recognizable by the word before it.
      const isLed = match !== null && !match[0].startsWith(',');
      const isPlace = (_: string, last: number): boolean =>
        this.places.isPlace(words.slice(0, last + 1).join(' '));
      const count = isLed ? 1 : words.findLastIndex(isPlace) + 1;
      if (count > 0) length = at - from + lead + words.slice(0, count).join(' ').length;
      if (!match?.[0].startsWith(',') || (count > 0 && count < words.length)) break;
      at += match[0].length;
    }
    return length;
  }
}

/** Returns the length of the part of the building after a street: ", 3.º B". */
function unitsBehind(text: string, from: number): number {
  const units = UNITS_BEHIND.exec(text.slice(from, from + 60))?.[0] ?? '';
  return units.replace(/(?<![ ,])[ ,]+$/u, '').length;
}

const isOneLine = (text: string, first: Range, second: Range): boolean =>
  second.start - first.end <= 60 && GAP.test(text.slice(first.end, second.start));

function outermost(pieces: readonly Piece[]): Piece[] {
  return overlappingGroups(pieces).map((group) => {
    const certain = group.filter(({ isCertain }) => isCertain);
    const best = (certain.length > 0 ? certain : group).reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    return certain.length > 0 ? certain.reduce<Piece>(hull, best) : best;
  });
}

const LONGEST_FIELD = 120;
const MOST_WORDS_OF_NAME = 4;
const SENTENCE_END = /\p{Ll}{2}\. \p{Lu}/u;
const KINDS = new Set<FieldKind | undefined>(['street', 'address', 'postcode', 'houseNumber']);

/** Returns the first line of the values of address fields, if it contains a letter or a digit. */
function addressFields(searched: SearchedText): Span[] {
  return searched.fields.flatMap((field) => {
    const kind = lengthOf(field) <= LONGEST_FIELD ? searched.kindOf(field) : undefined;
    const name = field.path.at(-1) ?? '';
    if (!KINDS.has(kind) || field.loose || name.split(/\s+/).length > MOST_WORDS_OF_NAME) return [];
    const value = searched.text.slice(field.start, field.end);
    const isFit =
      kind === 'postcode'
        ? /^(?:[A-Z]{1,2}-)?(?=[^\d]{0,4}\d)[\p{Lu}\d][\p{Lu}\d -]{2,9}(?: \p{Lu}[\p{L} .-]{1,40})?$/u.test(
            value,
          )
        : kind === 'houseNumber'
          ? /^\d{1,5} ?\p{L}?$/u.test(value)
          : /^(?!https?:);*[\p{L}\d][^{}[\]<>@=]{2,}$/u.test(value) &&
            /\d/.test(value) &&
            !SENTENCE_END.test(value) &&
            /\p{L}{2}/u.test(value);
    const lead = /^;*/.exec(value)?.[0].length ?? 0;
    return isFit ? [{ start: field.start + lead, end: field.end, type: 'Addresses' as const }] : [];
  });
}
