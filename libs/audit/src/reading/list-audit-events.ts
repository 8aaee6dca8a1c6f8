import { Injectable } from '@nestjs/common';
import type { AuditCursor, AuditFilter } from '../audit-event';
import { AuditStore, type KeptEntry } from '../audit.store';
import type { Chain } from '../chain/chain-entry';

export interface ListedAuditEvent {
  id: string;
  at: Date;
  /** `user`, `service`, `nobody` (no login), or `operator` with the account of the machine. */
  actor: string;
  /** The user who acted. The caller of a model is shown only if the organization allows it. */
  user: string | null;
  action: string;
  outcome: string;
  reason: string | null;
  organization: string | null;
  /** `type:id`. */
  subject: string | null;
  counts: Readonly<Record<string, number>> | null;
  model: string | null;
  address_hash: string | null;
  /** The position in its chain and the hash there; null until it is sealed. */
  sealed: { chain: Chain; seq: number; hash: string } | null;
}

export interface AuditPage {
  entries: ListedAuditEvent[];
  /** The start of the next page; null on the last page. */
  next: AuditCursor | null;
}

/** Lists the entries of the trail, newest first. */
@Injectable()
export class ListAuditEvents {
  constructor(private readonly store: AuditStore) {}

  async execute(filter: AuditFilter): Promise<ListedAuditEvent[]> {
    return (await this.page(filter)).entries;
  }

  /** Returns a page of entries and the start of the next page. */
  async page(filter: AuditFilter): Promise<AuditPage> {
    // Reading one more entry than shown tells whether there is a next page.
    const found = await this.store.list({ ...filter, limit: filter.limit + 1 }, 'newest first');
    const shown = found.slice(0, filter.limit);
    const last = shown.at(-1);
    return {
      entries: shown.map(listed),
      next: found.length > shown.length && last ? { at: last.at, id: last.id } : null,
    };
  }
}

const listed = (entry: KeptEntry): ListedAuditEvent => ({
  id: entry.id,
  at: new Date(entry.at),
  actor: entry.account === null ? entry.actor : `${entry.actor} ${entry.account}`,
  user: entry.actor_id ?? entry.user_id,
  action: entry.action,
  outcome: entry.outcome,
  reason: entry.reason,
  organization: entry.organization_id,
  subject: entry.subject_type === null ? null : `${entry.subject_type}:${entry.subject_id}`,
  counts: entry.counts,
  model: entry.model,
  address_hash: entry.address_hash,
  sealed: entry.seal && { chain: entry.seal.chain, seq: entry.seal.seq, hash: entry.seal.hash },
});
