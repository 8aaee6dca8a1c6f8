import type { EntityType } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { phoneSpellings } from '../../text/phone-digits';
import { placeholderOf, type Entity } from '../entities/entity';
import { inventedKey, isNamed } from '../entities/named-thing';
import { cut, keyOf } from './lookup-keys';

/** A new replacement, which no other record of the table may have. */
export interface Claim {
  /** The kind of the value that it replaces */
  type: EntityType;
  kind: 'word' | 'value' | 'number' | 'domain';
  text: string;
  /** The keys of records that would have it already */
  keys: readonly string[];
  /** The records that may have it: the one that gets it, and those that already have it for the same original */
  ids?: readonly number[];
  /** The value that it replaces; absent for a part of a name */
  original?: string;
}

/** A replacement that records beside those that were read have. */
export type Taken = Pick<Claim, 'kind' | 'text'>;

/** Returns the claim of a folded word as a surrogate name. */
export const claimOfWord = (folded: string, type: EntityType = 'Names'): Claim => ({
  type,
  kind: 'word',
  text: folded,
  keys: [keyOf('name', cut(folded)), keyOf('taken', cut(folded))],
});

/** Returns the claim of a reserved domain. */
export const claimOfDomain = (surrogate: string): Claim => ({
  type: 'Emails',
  kind: 'domain',
  text: surrogate,
  keys: [keyOf('reserved', surrogate)],
});

/** Returns the claim of a replacement as a whole, in lower case. */
export const claimOfValue = (type: EntityType, lower: string): Claim => ({
  type,
  kind: 'value',
  text: lower,
  keys: [keyOf('whole', lower)],
});

/** Returns the claim of the digits of a surrogate number in one spelling; without the 0 before it, of all of them. */
export const claimOfNumber = (digits: string): Claim => ({
  type: 'Phone',
  kind: 'number',
  text: digits,
  keys: [keyOf('code', digits), keyOf('code', `0${digits}`)],
});

/** Returns the claims of a new replacement. The parts of a name have their own; the head numbers placeholders. */
export function claimsOf({ type, canonical }: Entity, replacement: string): Claim[] {
  if (placeholderOf(replacement)) return [];
  if (isNamed(type)) return [claimOfWord(fold(inventedKey(type, replacement)), type)];
  const value = claimOfValue(type, replacement.toLowerCase());
  if (type !== 'Phone') return [value];
  return [
    value,
    ...phoneSpellings(replacement, canonical).map((digits) => ({
      ...claimOfNumber(digits),
      keys: [keyOf('code', digits)],
    })),
  ];
}
