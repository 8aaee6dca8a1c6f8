import { ENTITY_TYPES, LABELS, type EntityType } from '../entity-type';
import type { Gender } from '../lexicon/titles';

/** One way in which a value is written, and the one replacement that stands for it. */
export interface Form {
  original: string;
  replacement: string;
}

/** What the forms of a name say about the person; all in folded spelling. */
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
  /** As of `Span`: what makes two spellings one value */
  canonical?: string;
  person?: Person;
  /** Of its placeholders, where that is not its type's */
  label?: string;
  /** The organization's policy removes it: it is never turned back */
  removed?: boolean;
  forms: Form[];
}

export const PLACEHOLDER_TYPES: Readonly<Record<string, EntityType>> = Object.fromEntries(
  ENTITY_TYPES.map((type) => [LABELS[type], type]),
);

const EXACT = /^\[([A-Z]{2,16})_([1-9]\d{0,5}[A-Z]{0,3})\]$/;

/** `NAME_1B` of `[NAME_1B]`; `undefined` where the text is no placeholder as this service writes them. */
export function placeholderOf(text: string): string | undefined {
  const [, label, id] = EXACT.exec(text) ?? [];
  return label && `${label}_${id}`;
}
