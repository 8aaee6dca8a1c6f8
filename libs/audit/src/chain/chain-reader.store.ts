import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { entryColumns, exactTime } from '../entry-columns';
import { NO_ORGANIZATION, type Chain } from './chain-entry';
import type { LinkRow } from './walk-chain';

/** Entries without a seal. */
export interface Unsealed {
  count: number;
  /** The time of the oldest, ISO 8601; null if there is none. */
  oldest: string | null;
}

/** The number of links that are read at once, which bounds the memory for long chains. */
const AT_ONCE = 2_000;

/**
 * Reads chains for verification in one transaction on one snapshot, so that concurrent writes and pruning do not appear
 * partially.
 */
@Injectable()
export class ChainReaderStore {
  /** Yields a chain from its beginning in batches. */
  async *links(tx: Transaction, organizationId: string, chain: Chain): AsyncGenerator<LinkRow[]> {
    const manager = managerOf(tx);
    // A cursor that was not read to its end is still open.
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
    const fetch = (): Promise<LinkRow[]> => manager.query<LinkRow[]>(`FETCH ${AT_ONCE} FROM audit_chain`);
    let links: LinkRow[];
    let next = fetch();
    try {
      do {
        links = await next;
        // Reads the next batch while the caller checks this one.
        if (links.length === AT_ONCE) next = fetch();
        yield links;
      } while (links.length === AT_ONCE);
    } finally {
      // A caller that stops early reuses the connection. A failure was thrown above or is irrelevant.
      await next.catch(() => undefined);
    }
  }

  /** Returns the positions up to which entries report that chains were pruned: the subjects of those entries. */
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

  /** Counts the callers of models that belong to no entry, because the entry was changed to name another one. */
  async strayCallers(tx: Transaction, organizationId: string): Promise<number> {
    const [row] = await managerOf(tx).query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM audit_call_actors AS caller
       WHERE organization_id = $1 AND NOT EXISTS (SELECT FROM audit_events WHERE id = caller.entry_id)`,
      [organizationId],
    );
    return row.count;
  }

  /** Returns all organizations with a chain or with an unsealed entry. */
  async organizations(tx: Transaction): Promise<string[]> {
    const rows = await managerOf(tx).query<{ organization_id: string }[]>(
      `SELECT DISTINCT organization_id FROM audit_seals UNION SELECT organization_id FROM audit_unsealed
       ORDER BY organization_id`,
    );
    return rows.map((row) => row.organization_id);
  }
}

/** $1: the organization's id, or the id that represents none. */
const ofOrganization = (table: string): string =>
  `(${table}.organization_id = $1 OR $1 = '${NO_ORGANIZATION}' AND ${table}.organization_id IS NULL)`;
