import { createHash } from 'node:crypto';
import type { ChainEntry, Seal } from './chain-entry';

/**
 * The canonical form of an entry in its chain: JSON after RFC 8785 (keys sorted, no blanks) of all that is known of it
 * but `hash` itself. `jq -cS 'del(.hash, .user_id)'` makes it of a line of an export.
 */
export const canonicalForm = (entry: ChainEntry, seal: Omit<Seal, 'hash'>): string =>
  JSON.stringify({
    account: entry.account,
    action: entry.action,
    actor: entry.actor,
    actor_hash: entry.actor_hash,
    actor_id: entry.actor_id,
    address_hash: entry.address_hash,
    at: entry.at,
    chain: seal.chain,
    counts: entry.counts && sorted(entry.counts),
    id: entry.id,
    model: entry.model,
    organization_id: entry.organization_id,
    outcome: entry.outcome,
    prev: seal.prev,
    reason: entry.reason,
    sealed_at: seal.sealed_at,
    seq: seal.seq,
    subject_id: entry.subject_id,
    subject_type: entry.subject_type,
  });

/** SHA-256 over the canonical form in UTF-8, in hexadecimal. */
export const sealHash = (entry: ChainEntry, seal: Omit<Seal, 'hash'>): string =>
  createHash('sha256').update(canonicalForm(entry, seal)).digest('hex');

const sorted = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
