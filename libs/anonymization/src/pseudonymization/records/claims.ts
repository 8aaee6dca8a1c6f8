import type { EntityType } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { digitsOf, phoneSpellings } from '../../text/phone-digits';
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
  /** The record that gets it; absent for a new one */
  id?: number;
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

/** Returns the claims of a new replacement. The parts of a name have their own; the head numbers placeholders. */
export function claimsOf({ type, canonical }: Entity, replacement: string): Claim[] {
  if (placeholderOf(replacement)) return [];
  if (isNamed(type)) return [claimOfWord(fold(inventedKey(type, replacement)), type)];
  const lower = replacement.toLowerCase();
  const value = { type, kind: 'value', text: lower, keys: [keyOf('whole', lower)] } as const;
  if (type !== 'Phone') return [value];
  return [
    value,
    ...phoneSpellings(replacement, canonical).map((digits) => ({
      type,
      kind: 'number' as const,
      text: digitsOf(digits),
      keys: [keyOf('code', digits)],
    })),
  ];
}
