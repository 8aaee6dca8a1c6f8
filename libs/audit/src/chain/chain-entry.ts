/** The chains of an organization. Calls of models expire after RETENTION_AUDIT_CALLS, other entries do not. */
export const CHAINS = ['events', 'calls'] as const;
export type Chain = (typeof CHAINS)[number];

/** The owner of the chain for entries that belong to no organization. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** An entry as it is hashed: with the names of its columns, times to the microsecond, and hashes in hexadecimal. */
export interface ChainEntry {
  id: string;
  /** ISO 8601, UTC, with six decimals of a second. */
  at: string;
  actor: string;
  actor_id: string | null;
  actor_hash: string | null;
  account: string | null;
  action: string;
  outcome: string;
  reason: string | null;
  organization_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
  counts: Readonly<Record<string, number>> | null;
  address_hash: string | null;
  model: string | null;
}

/** The position of an entry in its chain. */
export interface Seal {
  chain: Chain;
  /** From 1, without gaps. */
  seq: number;
  sealed_at: string;
  /** The hash of the previous entry, in hexadecimal. */
  prev: string;
  hash: string;
}

/** The end of a chain. */
export type ChainHead = Pick<Seal, 'seq' | 'hash'>;

/** The head of an empty chain. */
export const BEGINNING: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** Returns the chain of an entry. */
export const chainOf = ({ action }: Pick<ChainEntry, 'action'>): Chain =>
  action === 'model.call' ? 'calls' : 'events';
