import { ENTITY_TYPES, kindOf, type EntityType } from '../../kinds/kinds';
import type { Gender } from '../../lexicon/titles';

/** One way in which a value is written, and its replacement. */
export interface Form {
  original: string;
  replacement: string;
}

/** The parts of a person's name, from all its forms, in folded spelling. */
export interface Person {
  given: string[];
  family: string[];
  gender?: Gender;
}

/** A person, an address, a number or another value, with all its forms (contract: Anonymizing and restoring). */
export interface Entity {
  type: EntityType;
  /** The number of its placeholders; absent until it has one */
  number?: number;
  /** As in `Span`: equal for all spellings of one value */
  canonical?: string;
  person?: Person;
  /** The label of its placeholders, if it differs from the label of its kind */
  label?: string;
  /** Whether the organization's policy removes it: it is never restored */
  removed?: boolean;
  forms: Form[];
}

export const PLACEHOLDER_TYPES: Readonly<Record<string, EntityType>> = Object.fromEntries(
  ENTITY_TYPES.map((type) => [kindOf(type).label, type]),
);

const EXACT = /^\[([A-Z]{2,16})_([1-9]\d{0,5}[A-Z]{0,3})\]$/;

/** Returns `NAME_1B` for `[NAME_1B]`; `undefined` if the text is not a placeholder as this service writes them. */
export function placeholderOf(text: string): string | undefined {
  const [, label, id] = EXACT.exec(text) ?? [];
  return label && `${label}_${id}`;
}
