/** The chains of an organization: calls of models end after RETENTION_AUDIT_CALLS, all other entries do not. */
export const CHAINS = ['events', 'calls'] as const;
export type Chain = (typeof CHAINS)[number];

/** Whose chain the entries are in that belong to no organization. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** An entry as it is hashed: by the names of its columns, times to the microsecond, hashes in hexadecimal. */
export interface ChainEntry {
  id: string;
  /** ISO 8601, UTC, six digits of a second. */
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

/** The place of an entry in its chain. */
export interface Seal {
  chain: Chain;
  /** From 1, without gaps. */
  seq: number;
  sealed_at: string;
  /** The hash of the entry before, in hexadecimal. */
  prev: string;
  hash: string;
}

/** Where a chain ends. */
export type ChainHead = Pick<Seal, 'seq' | 'hash'>;

/** Before the first entry. */
export const BEGINNING: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** Which chain an entry goes into. */
export const chainOf = ({ action }: Pick<ChainEntry, 'action'>): Chain =>
  action === 'model.call' ? 'calls' : 'events';
