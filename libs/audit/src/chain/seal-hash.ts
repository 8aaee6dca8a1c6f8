import { createHash } from 'node:crypto';
import type { ChainEntry, Seal } from './chain-entry';

type Place = Omit<Seal, 'hash'>;

/** Returns the fields of an entry and its position without the hash, with the names and in the order of an export. */
export const sealedFields = (entry: ChainEntry, place: Nullable<Place>) => ({
  account: entry.account,
  action: entry.action,
  actor: entry.actor,
  actor_hash: entry.actor_hash,
  actor_id: entry.actor_id,
  address_hash: entry.address_hash,
  at: entry.at,
  chain: place.chain,
  counts: entry.counts && sorted(entry.counts),
  id: entry.id,
  model: entry.model,
  organization_id: entry.organization_id,
  outcome: entry.outcome,
  prev: place.prev,
  reason: entry.reason,
  sealed_at: place.sealed_at,
  seq: place.seq,
  subject_id: entry.subject_id,
  subject_type: entry.subject_type,
});
type Nullable<T> = { [K in keyof T]: T[K] | null };

const sorted = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Returns the canonical form of an entry in its chain: JSON by RFC 8785 (sorted keys, no white space) of its sealed
 * fields. `jq -cS 'del(.hash, .user_id)'` produces it from a line of an export.
 */
export const canonicalForm = (entry: ChainEntry, place: Place): string =>
  JSON.stringify(sealedFields(entry, place));

/** Returns the SHA-256 of the canonical form in UTF-8, in hexadecimal. */
export const sealHash = (entry: ChainEntry, place: Place): string =>
  createHash('sha256').update(canonicalForm(entry, place)).digest('hex');
