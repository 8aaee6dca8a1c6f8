import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { entryColumns, exactTime } from '../entry-columns';
import { NO_ORGANIZATION, type Chain } from './chain-entry';
import type { LinkRow } from './walk-chain';

/** Entries without a seal. */
export interface Unsealed {
  count: number;
  /** The time of the oldest, ISO 8601; null where there is none. */
  oldest: string | null;
}

/** Links that are read at once: what is held in memory of a chain, however long it is. */
const AT_ONCE = 2_000;

/** Chains as they are, for checking: in one transaction, so that what is written or pruned meanwhile is not seen half. */
@Injectable()
export class ChainReaderStore {
  /** From now on the transaction sees everything as it is at this moment. Must be its first statement. */
  async freeze(tx: Transaction): Promise<void> {
    await managerOf(tx).query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }

  /** A chain from its beginning, some links at a time. */
  async *links(tx: Transaction, organizationId: string, chain: Chain): AsyncGenerator<LinkRow[]> {
    const manager = managerOf(tx);
    // One that was not read to its end is still open.
    await manager.query('CLOSE ALL');
    await manager.query(
      `DECLARE audit_chain NO SCROLL CURSOR FOR
       SELECT seal.chain, seal.seq, seal.entry_id, ${exactTime('seal.sealed_at')} AS sealed_at,
         encode(seal.prev, 'hex') AS prev, encode(seal.hash, 'hex') AS hash, ${entryColumns('event')},
         caller.user_id, caller.organization_id AS user_organization_id, caller.salt
       FROM audit_seals AS seal
       LEFT JOIN audit_events AS event ON event.id = seal.entry_id
       LEFT JOIN audit_call_actors AS caller ON caller.entry_id = seal.entry_id
       WHERE seal.organization_id = $1 AND seal.chain = $2
       ORDER BY seal.seq`,
      [organizationId, chain],
    );
    let links: LinkRow[];
    do {
      links = await manager.query<LinkRow[]>(`FETCH ${AT_ONCE} FROM audit_chain`);
      yield links;
    } while (links.length === AT_ONCE);
  }

  /** The places up to which entries tell that chains were pruned: the subjects of those entries. */
  async prunedUpTo(tx: Transaction, organizationId: string): Promise<Set<string>> {
    const rows = await managerOf(tx).query<{ subject_id: string }[]>(
      `SELECT subject_id FROM audit_events
       WHERE ${ofOrganization('audit_events')} AND action = 'audit.prune' AND subject_type = 'chain'`,
      [organizationId],
    );
    return new Set(rows.map((row) => row.subject_id));
  }

  async unsealed(tx: Transaction, organizationId: string): Promise<Unsealed> {
    const [row] = await managerOf(tx).query<[Unsealed]>(
      `SELECT count(*)::int AS count, ${exactTime('min(event.at)')} AS oldest FROM audit_events AS event
       WHERE ${ofOrganization('event')} AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = event.id)`,
      [organizationId],
    );
    return row;
  }

  /** How many callers of models are kept that belong to no entry: their entry's was made to name another. */
  async strayCallers(tx: Transaction, organizationId: string): Promise<number> {
    const [row] = await managerOf(tx).query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM audit_call_actors AS caller
       WHERE organization_id = $1 AND NOT EXISTS (SELECT FROM audit_events WHERE id = caller.entry_id)`,
      [organizationId],
    );
    return row.count;
  }

  /** Everybody who has a chain or an entry that waits for one. */
  async organizations(tx: Transaction): Promise<string[]> {
    const rows = await managerOf(tx).query<{ organization_id: string }[]>(
      `SELECT DISTINCT organization_id FROM audit_seals UNION SELECT organization_id FROM audit_unsealed
       ORDER BY organization_id`,
    );
    return rows.map((row) => row.organization_id);
  }
}

/** $1: the organization's id, or the one that stands for none. */
const ofOrganization = (table: string): string =>
  `(${table}.organization_id = $1 OR $1 = '${NO_ORGANIZATION}' AND ${table}.organization_id IS NULL)`;
