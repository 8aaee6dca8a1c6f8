import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import { managerOf, runOnce, statement } from '@app/database';
import type { Chain, ChainHead } from './chain-entry';

/** The end of what one step can prune, and its number of entries. */
export interface PruningCut extends ChainHead {
  entries: number;
}

/** Finds the first seal of each chain of calls that still has its entry, by an index skip scan. */
const OLDEST_CALLS = `
  WITH RECURSIVE owners AS (
    (SELECT organization_id FROM audit_seals ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT organization_id FROM audit_seals WHERE organization_id > owners.organization_id
            ORDER BY organization_id LIMIT 1)
    FROM owners WHERE owners.organization_id IS NOT NULL
  )
  SELECT owners.organization_id FROM owners CROSS JOIN LATERAL (
    SELECT event.at FROM audit_seals AS seal JOIN audit_events AS event ON event.id = seal.entry_id
    WHERE seal.organization_id = owners.organization_id AND seal.chain = 'calls'
    ORDER BY seal.seq LIMIT 1
  ) AS oldest
  WHERE oldest.at < $1`;

/** Prunes chains at their beginning. */
@Injectable()
export class PruningStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns the organizations with calls from before a time. */
  async withCallsBefore(before: Date): Promise<string[]> {
    const oldest = statement(OLDEST_CALLS, [before]);
    const { rows } = await runOnce<{ organization_id: string }>(this.db, oldest, ALL_OWNERS);
    return rows.map((row) => row.organization_id);
  }

  /**
   * Returns the last position of a chain from before a time, at most `limit` entries ahead; undefined if there is none.
   */
  async cut(
    tx: Transaction,
    {
      organizationId,
      chain,
      before,
      limit,
    }: { organizationId: string; chain: Chain; before: Date; limit: number },
  ): Promise<PruningCut | undefined> {
    const [row] = await managerOf(tx).query<(Omit<PruningCut, 'seq'> & { seq: string })[]>(
      `WITH first AS (
         SELECT seal.seq, seal.hash, event.at FROM audit_seals AS seal
         JOIN audit_events AS event ON event.id = seal.entry_id
         WHERE seal.organization_id = $1 AND seal.chain = $2 ORDER BY seal.seq LIMIT $4
       ), old AS (
         SELECT seq, hash FROM first WHERE seq < coalesce((SELECT min(seq) FROM first WHERE at >= $3), seq + 1)
       )
       SELECT seq, encode(hash, 'hex') AS hash, (SELECT count(*)::int FROM old) AS entries
       FROM old ORDER BY seq DESC LIMIT 1`,
      [organizationId, chain, before, limit],
    );
    return row && { ...row, seq: Number(row.seq) };
  }

  /**
   * Deletes a chain up to a position. The programs' role may delete calls of models. Other entries require a role that
   * may delete from the table.
   *
   * @returns the number of entries
   */
  async prune(tx: Transaction, organizationId: string, chain: Chain, { seq }: ChainHead): Promise<number> {
    const [row] = await managerOf(tx).query<[{ pruned: number }]>(
      chain === 'calls'
        ? 'SELECT prune_audit_calls($1, $2) AS pruned'
        : `SELECT prune_audit($1, 'events', $2) AS pruned`,
      [organizationId, seq],
    );
    return row.pruned;
  }

  /** Returns the last seal of a chain's pruned part, if there is one. */
  async prunedUpTo(tx: Transaction, organizationId: string, chain: Chain): Promise<ChainHead | undefined> {
    const [row] = await managerOf(tx).query<{ seq: string; hash: string; is_pruned: boolean }[]>(
      `SELECT seal.seq, encode(seal.hash, 'hex') AS hash, event.id IS NULL AS is_pruned
       FROM audit_seals AS seal LEFT JOIN audit_events AS event ON event.id = seal.entry_id
       WHERE seal.organization_id = $1 AND seal.chain = $2 ORDER BY seal.seq LIMIT 1`,
      [organizationId, chain],
    );
    return row?.is_pruned ? { seq: Number(row.seq), hash: row.hash } : undefined;
  }
}
