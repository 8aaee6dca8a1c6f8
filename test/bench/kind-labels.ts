import type { EntityType } from '../../libs/anonymization/src/entity-type';

/** A value that people marked in a corpus. */
export interface MarkedSpan {
  start: number;
  end: number;
  label: string;
}

/** The labels of the corpora by kind. */
export const LABELS_OF: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  Dates: ['DATE'],
  Birthdates: ['DOB'],
  Addresses: ['ADDRESS'],
  Organizations: ['ORG'],
  Locations: ['LOC'],
};

/** Labels whose values may be found as the kind without being wrong, though they need not be. */
export const NEIGHBOURS_OF: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  Dates: ['DATE', 'DOB', 'TIME'],
  Birthdates: ['DOB'],
  Addresses: ['ADDRESS', 'ZIP', 'STREET'],
  Organizations: ['ORG'],
  Locations: ['LOC', 'ORG', 'ADDRESS', 'STREET', 'FAC'],
};

/** Names of months in short, in eight languages: their first three letters. */
const MONTH =
  /jan|feb|fév|fev|m[aä]r|mrz|mrt|apr|abr|avr|kwi|ma[iyjg]|mei|ju[nil]|giu|czer|lug|lip|aug|ago|aoû|aou|sie|sep|set|wrz|o[ckt]t|out|pa[zź]|nov|lis|de[czs]|dé|dic|gru|dez|ene|gen|sty|lut/iu;

/** Whether a marked value is one that the kind promises: of dates those with two parts at least; no weekdays or years. */
export function isMarkedFor(kind: EntityType, { start, end, label }: MarkedSpan, text: string): boolean {
  if (!LABELS_OF[kind]?.includes(label)) return false;
  const value = text.slice(start, end);
  if (kind === 'Dates')
    return (/\d/.test(value) && MONTH.test(value)) || /\d{1,4}[-./] ?\d{1,2}[-./] ?\d{2}/.test(value);
  if (kind === 'Birthdates') return /\d/.test(value);
  return true;
}

/** Which characters of a marked value must be hidden: of a date its numbers, since weekdays are none. */
export function isEssential(kind: EntityType, value: string): (at: number) => boolean {
  const essential = kind === 'Dates' ? /\d/ : /[\p{L}\p{N}]/u;
  return (at) => essential.test(value[at] ?? '');
}
