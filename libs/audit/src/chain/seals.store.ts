import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import { managerOf, runOnce, statement } from '@app/database';
import { entryColumns, exactTime } from '../entry-columns';
import { BEGINNING, type Chain, type ChainEntry, type ChainHead, type Seal } from './chain-entry';

/** An entry with its new seal. */
export interface SealedEntry {
  entryId: string;
  seal: Seal;
}

/** The end of a chain, with its organization. */
export interface OrganizationHead extends ChainHead {
  organizationId: string;
  chain: Chain;
}

/** The unsealed entries. */
export interface Waiting {
  count: number;
  /** Null if there is none. */
  oldest: string | null;
}

/**
 * Finds the last seal of every chain by an index skip scan. `seq` without its table would be the converted column, by which
 * no index is sorted.
 */
const HEADS = `
  WITH RECURSIVE chains AS (
    (SELECT organization_id, chain FROM audit_seals ORDER BY organization_id, chain LIMIT 1)
    UNION ALL
    SELECT next.organization_id, next.chain FROM chains CROSS JOIN LATERAL (
      SELECT organization_id, chain FROM audit_seals
      WHERE (organization_id, chain) > (chains.organization_id, chains.chain)
      ORDER BY organization_id, chain LIMIT 1
    ) AS next
  )
  SELECT chains.organization_id AS "organizationId", chains.chain, last.seq, last.hash
  FROM chains CROSS JOIN LATERAL (
    SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM audit_seals
    WHERE organization_id = chains.organization_id AND chain = chains.chain
    ORDER BY audit_seals.seq DESC LIMIT 1
  ) AS last`;

/** Stores the seals of the trail. Chains grow at their end and are pruned at their beginning. */
@Injectable()
export class SealsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns the organizations with unsealed entries. */
  async waiting(): Promise<string[]> {
    const unsealed = statement('SELECT DISTINCT organization_id FROM audit_unsealed', []);
    const { rows } = await runOnce<{ organization_id: string }>(this.db, unsealed, ALL_OWNERS);
    return rows.map((row) => row.organization_id);
  }

  /** Returns the age of the oldest unsealed entry in seconds; 0 if there is none. */
  async oldestWaitingS(): Promise<number> {
    const oldest = statement(
      `SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS age
       FROM audit_unsealed JOIN audit_events ON id = entry_id`,
      [],
    );
    const { rows } = await runOnce<{ age: number }>(this.db, oldest, ALL_OWNERS);
    return Math.max(rows[0]!.age, 0);
  }

  /**
   * Locks the organization's chains until the transaction ends.
   *
   * @returns false if another process has locked them
   */
  async tryLock(tx: Transaction, organizationId: string): Promise<boolean> {
    const [row] = await managerOf(tx).query<[{ mine: boolean }]>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('audit-chain:' || $1, 0)) AS mine`,
      [organizationId],
    );
    return row.mine;
  }

  /**
   * Locks the organization's chains until the transaction ends, and waits for other processes.
   *
   * @returns true
   */
  async lock(tx: Transaction, organizationId: string): Promise<boolean> {
    await managerOf(tx).query(`SELECT pg_advisory_xact_lock(hashtextextended('audit-chain:' || $1, 0))`, [
      organizationId,
    ]);
    return true;
  }

  /** Removes entries from the queue of unsealed entries, in the order in which they were written. */
  async take(tx: Transaction, organizationId: string, limit: number): Promise<ChainEntry[]> {
    const [rows] = await managerOf(tx).query<[{ entry_id: string }[], number]>(
      `DELETE FROM audit_unsealed WHERE organization_id = $1 AND entry_id IN (
         SELECT entry_id FROM audit_unsealed WHERE organization_id = $1 ORDER BY entry_id LIMIT $2)
       RETURNING entry_id`,
      [organizationId, limit],
    );
    // Entries that no longer exist or are already sealed are skipped.
    return managerOf(tx).query<ChainEntry[]>(
      `SELECT ${entryColumns('event')} FROM audit_events AS event
       WHERE id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = event.id)
       ORDER BY event.at, event.id`,
      [rows.map((row) => row.entry_id)],
    );
  }

  /** Returns the end of a chain, as the transaction sees it. */
  async head(tx: Transaction, organizationId: string, chain: Chain): Promise<ChainHead> {
    const [row] = await managerOf(tx).query<ChainHead[]>(
      `SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM audit_seals
       WHERE organization_id = $1 AND chain = $2 ORDER BY audit_seals.seq DESC LIMIT 1`,
      [organizationId, chain],
    );
    return row ?? BEGINNING;
  }

  /** Counts an organization's unsealed entries and returns the time of the oldest (ISO 8601). */
  async waitingOf(tx: Transaction, organizationId: string): Promise<Waiting> {
    const [row] = await managerOf(tx).query<[Waiting]>(
      `SELECT count(*)::int AS count, ${exactTime('min(event.at)')} AS oldest
       FROM audit_unsealed AS waiting JOIN audit_events AS event ON event.id = waiting.entry_id
       WHERE waiting.organization_id = $1`,
      [organizationId],
    );
    return row;
  }

  /** Returns the ends of all chains of all organizations. */
  async heads(): Promise<OrganizationHead[]> {
    return (await runOnce<OrganizationHead>(this.db, statement(HEADS, []), ALL_OWNERS)).rows;
  }

  /** Returns the database's time in the format of seals. */
  async now(tx: Transaction): Promise<string> {
    const [row] = await managerOf(tx).query<[{ now: string }]>(
      `SELECT ${exactTime('clock_timestamp()')} AS now`,
    );
    return row.now;
  }

  async append(tx: Transaction, organizationId: string, entries: readonly SealedEntry[]): Promise<void> {
    const column = <K extends keyof Seal>(name: K) => entries.map(({ seal }) => seal[name]);
    await managerOf(tx).query(
      `INSERT INTO audit_seals (organization_id, chain, seq, entry_id, sealed_at, prev, hash)
       SELECT $1, chain, seq, entry_id, sealed_at, decode(prev, 'hex'), decode(hash, 'hex')
       FROM unnest($2::text[], $3::bigint[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[])
         AS seal (chain, seq, entry_id, sealed_at, prev, hash)`,
      [
        organizationId,
        column('chain'),
        column('seq'),
        entries.map(({ entryId }) => entryId),
        column('sealed_at'),
        column('prev'),
        column('hash'),
      ],
    );
  }
}
