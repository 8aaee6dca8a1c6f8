import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { tableRecords, type ReplacementStyle } from '@app/anonymization';
import { chunksOf, newId, TimeSlice, type Owner, type Transaction } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runOnce, statement, type Statement } from '@app/database';
import { betweenUsesMs, hashOf, openHead, openRecord, sealHead, sealRecord } from './case';

/** A case that a member uses, as its table is now. */
export interface OpenCase {
  id: string;
  key: DataKey;
  /** Returns the hash of a key of records and contexts */
  hash: (text: string) => string;
  style: ReplacementStyle;
  head?: string;
  version: number;
  /** Increases whenever records are deleted */
  deletions: number;
  lastRecord: number;
  entities: number;
  contexts: number;
}

/** A record that was found in a user's texts. */
export interface BroughtRecord extends tableRecords.TableRecord {
  /** Whether it was found in texts of others, too */
  isShared: boolean;
}

/** Runs a statement that reads: in a transaction and a packet of its own, or in the transaction that locked a case. */
export type Ask = <T extends object>(statement: Statement) => Promise<T[]>;

type OpenRow = KeyColumns & {
  style: ReplacementStyle;
  head: Buffer | null;
  version: number;
  deletions: number;
  last_record: number;
  entities: number;
  contexts: number;
};

/** The number of records that are read for one word of a name. Whole names are found by other keys. */
const MOST_OF_NAME = 20;
/** The number of keys that are hashed at once, which takes a few milliseconds, and of rows of one statement. */
const STEP = 2_000;

/** The id of no record, which has the reserved keys of forgotten ones. */
const FORGOTTEN = -1;

/**
 * The records with these keys; of a shared key the first ones, and the hash of a key that more records have. For an array,
 * PostgreSQL uses the index; for a subquery, it reads the whole case. The keys are compared together with the entities because
 * otherwise PostgreSQL may read all entities of the case in their order, and filter them by the key.
 */
const FIND = `
  WITH shared AS (
    SELECT asked.key, found.entity, found.nth FROM unnest($2::bigint[]) AS asked (key) CROSS JOIN LATERAL (
      SELECT entity, row_number() OVER (ORDER BY key, entity) AS nth FROM case_keys
      WHERE case_id = $1 AND (key, entity) > (asked.key, 0) AND key <= asked.key
      ORDER BY key, entity LIMIT $3 + 1) AS found)
  SELECT id, sealed, NULL AS crowded FROM case_entities WHERE case_id = $1 AND id = ANY (ARRAY(
    SELECT entity FROM shared WHERE nth <= $3
    UNION SELECT entity FROM case_keys WHERE case_id = $1 AND key = ANY ($4::bigint[])))
  UNION ALL SELECT NULL, NULL, key FROM shared WHERE nth > $3`;

/** Stores the tables of cases in records. All methods run in the scope of a member. */
@Injectable()
export class CaseTablesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
  ) {}

  run<T>(member: Owner, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inScope(this.db, member, work);
  }

  /** Returns what runs each statement alone, in the scope of a member. */
  asking(member: Owner): Ask {
    return async <T extends object>(asked: Statement) => (await runOnce<T>(this.db, asked, member)).rows;
  }

  askingIn(tx: Transaction): Ask {
    return ({ text, values }) => managerOf(tx).query(text, [...values]);
  }

  /**
   * Returns a case that the user may use.
   *
   * @param lock whether other changes of its table wait for the end of the transaction
   */
  async open(ask: Ask, member: Owner, id: string, lock = false): Promise<OpenCase | undefined> {
    const [row] = await ask<OpenRow>(
      statement(
        `SELECT ${this.columns} FROM cases JOIN case_members ON case_members.case_id = cases.id
         WHERE cases.id = $1 AND case_members.user_id = $2 AND case_members.organization_id = $3
           AND (cases.expires_at IS NULL OR cases.expires_at > now())${lock ? ' FOR UPDATE OF cases' : ''}`,
        [id, member.userId, member.organizationId],
      ),
    );
    return this.read(id, row);
  }

  /** Returns a case, in the scope of all owners. */
  async openAny(tx: Transaction, id: string, lock = false): Promise<OpenCase | undefined> {
    const [row] = await managerOf(tx).query<OpenRow[]>(
      `SELECT ${this.columns} FROM cases WHERE id = $1${lock ? ' FOR UPDATE' : ''}`,
      [id],
    );
    return this.read(id, row);
  }

  private get columns(): string {
    return `cases.style, cases.head, cases.version, cases.deletions, cases.last_record, cases.entities, cases.contexts,
      ${this.keys.columnsOf('cases.id')}`;
  }

  private read(id: string, row: OpenRow | undefined): OpenCase | undefined {
    // The key is deleted with the case, which may be happening now.
    const key = row && this.keys.read(id, row);
    if (!row || !key) return undefined;
    return {
      id,
      key,
      hash: hashOf(key),
      style: row.style,
      ...(row.head && { head: openHead(key, row.head) }),
      version: row.version,
      deletions: row.deletions,
      lastRecord: row.last_record,
      entities: row.entities,
      contexts: row.contexts,
    };
  }

  /** Returns the records of a case, found by keyed hashes. */
  records(ask: Ask, opened: OpenCase): tableRecords.RecordSource {
    return {
      find: (shared, others) => this.find(ask, opened, shared, others),
      taken: (keys) => this.taken(ask, opened, keys),
    };
  }

  private async find(
    ask: Ask,
    { id: caseId, key, hash }: OpenCase,
    shared: readonly string[],
    others: readonly string[],
  ): ReturnType<tableRecords.RecordSource['find']> {
    const found = new Map<number, string>();
    const crowded = new Set<string>();
    const slice = new TimeSlice();
    const steps = Math.ceil(Math.max(shared.length, others.length) / STEP);
    for (let step = 0; step < steps; step += 1) {
      const part = (all: readonly string[]) => all.slice(step * STEP, (step + 1) * STEP);
      const byHash = new Map<string, string>();
      for (const text of part(shared)) byHash.set(hash(text), text);
      const values = [caseId, [...byHash.keys()], MOST_OF_NAME, part(others).map(hash)];
      const rows = await ask<{ id: number; sealed: Buffer; crowded: string | null }>(statement(FIND, values));
      for (const { id, sealed, crowded: hashed } of rows) {
        if (hashed !== null) crowded.add(byHash.get(hashed)!);
        else if (!found.has(id)) found.set(id, openRecord(key, id, sealed));
        if (slice.isOver) await slice.next();
      }
    }
    const records = [...found].sort(([one], [other]) => one - other).map(([id, json]) => ({ id, json }));
    return { records, crowded: [...crowded] };
  }

  private async taken(
    ask: Ask,
    { id: caseId, hash }: OpenCase,
    keys: Parameters<tableRecords.RecordSource['taken']>[0],
  ): ReturnType<tableRecords.RecordSource['taken']> {
    const owners = new Map<string, number[]>();
    const hashes = new Map(keys.map(({ key: text }) => [text, hash(text)]));
    // One more than a key may belong to shows whether others have it.
    const most = 1 + keys.reduce((longest, { ids = [] }) => Math.max(longest, ids.length), 0);
    for (const some of chunksOf([...new Set(hashes.values())], STEP)) {
      const rows = await ask<{ key: string; entity: number }>(
        statement(
          `SELECT key, entity FROM unnest($2::bigint[]) AS key CROSS JOIN LATERAL (
             SELECT entity FROM case_keys WHERE case_id = $1 AND case_keys.key = key.key
             ORDER BY entity LIMIT $3) AS owners`,
          [caseId, some, most],
        ),
      );
      for (const { key: hashed, entity } of rows) owners.set(hashed, [...(owners.get(hashed) ?? []), entity]);
    }
    const isTaken = ({ key: text, ids = [] }: (typeof keys)[number]): boolean =>
      (owners.get(hashes.get(text)!) ?? []).some((id) => !ids.includes(id));
    return new Set(keys.filter(isTaken).map(({ key: text }) => text));
  }

  /**
   * Stores changes of a table, if the member may still use it, and unless it changed since it was opened. Other writers and
   * the deletion of the case wait for the end of the transaction.
   *
   * @returns false if nothing was stored, and the caller should open the case again
   */
  async write(
    tx: Transaction,
    { userId, organizationId }: Owner,
    opened: OpenCase,
    { head = opened.head, records }: tableRecords.TableChanges,
  ): Promise<boolean> {
    const { id: caseId, key, version, deletions, lastRecord, entities, head: before } = opened;
    // It waits for other writers and changes of the sharing, which are short, but not for a call that locks the case while
    // it hides a text. Like them, it locks the membership after the case; it does not wait for the membership.
    const [[locked], memberships] = await Promise.all([
      managerOf(tx).query<{ deletions: number }[]>(
        `WITH free AS MATERIALIZED (SELECT id FROM cases WHERE id = $1 FOR KEY SHARE SKIP LOCKED)
         SELECT deletions FROM cases WHERE id IN (SELECT id FROM free) FOR NO KEY UPDATE`,
        [caseId],
      ),
      managerOf(tx).query<unknown[]>(
        `SELECT FROM case_members WHERE case_id = $1 AND user_id = $2 AND organization_id = $3
         FOR KEY SHARE SKIP LOCKED`,
        [caseId, userId, organizationId],
      ),
    ]);
    if (!locked || memberships.length === 0) return false;
    if (records.length === 0 && head === before) {
      await this.touch(this.askingIn(tx), caseId);
      // The text may contain a value that was forgotten since the case was opened.
      return locked.deletions === deletions;
    }
    let last = lastRecord;
    const numbered = records.map((record) => ({ ...record, id: record.id ?? (last += 1) }));
    const added = last - lastRecord;
    const stored = await managerOf(tx).query<[unknown[], number]>(
      `UPDATE cases SET version = version + 1, head = $3, last_record = $4, entities = $5, last_used_at = now()
       WHERE id = $1 AND version = $2`,
      [caseId, version, head === undefined ? null : sealHead(key, head), last, entities + added],
    );
    if (stored[1] === 0) return false;
    for (const some of chunksOf(numbered, STEP)) {
      const storing = managerOf(tx).query(
        `INSERT INTO case_entities (case_id, id, tombstone_id, sealed, brought_by)
         SELECT $1, id, tombstone_id, sealed, ARRAY[$5::uuid]
         FROM unnest($2::integer[], $3::uuid[], $4::bytea[]) AS added (id, tombstone_id, sealed)
         ON CONFLICT (case_id, id) DO UPDATE SET sealed = excluded.sealed`,
        [
          caseId,
          some.map(({ id }) => id),
          some.map(() => newId()),
          some.map(({ id, json }) => sealRecord(key, id, json)),
          userId,
        ],
      );
      await Promise.all([storing, this.addKeys(tx, opened, some)]);
    }
    return true;
  }

  /** Notes the use of a case, unless one was noted a short time ago, or another transaction that uses it locks it. */
  async touch(ask: Ask, caseId: string): Promise<void> {
    await ask(
      statement(
        `UPDATE cases SET last_used_at = now() WHERE id IN (
           SELECT id FROM cases WHERE id = $1 AND last_used_at < now() - make_interval(secs => $2)
           FOR NO KEY UPDATE SKIP LOCKED)`,
        [caseId, betweenUsesMs(this.retention.casesMs) / 1_000],
      ),
    );
  }

  /** Notes that entities were found in a text of a user. */
  async bring(tx: Transaction, { userId }: Owner, caseId: string, ids: readonly number[]): Promise<void> {
    await managerOf(tx).query(
      `UPDATE case_entities SET brought_by = array_append(brought_by, $3::uuid)
       WHERE case_id = $1 AND id = ANY ($2::integer[]) AND NOT $3::uuid = ANY (brought_by)`,
      [caseId, ids, userId],
    );
  }

  /** Stores contexts. @param texts tokens and pairs, prefixed by their kind */
  async addContexts(
    tx: Transaction,
    { id: caseId, hash }: OpenCase,
    texts: readonly string[],
  ): Promise<void> {
    for (const some of chunksOf(texts, STEP)) {
      await managerOf(tx).query(
        `WITH added AS (
           INSERT INTO case_keys (case_id, key, entity) SELECT $1, unnest($2::bigint[]), 0
           ON CONFLICT DO NOTHING RETURNING key)
         UPDATE cases SET contexts = contexts + (SELECT count(*) FROM added)
         WHERE id = $1 AND EXISTS (SELECT FROM added)`,
        [caseId, some.map(hash)],
      );
    }
  }

  /** Returns those of the contexts that are stored. */
  async knownContexts(
    ask: Ask,
    { id: caseId, hash }: OpenCase,
    texts: readonly string[],
  ): Promise<Set<string>> {
    const byHash = new Map(texts.map((text) => [hash(text), text]));
    const known = new Set<string>();
    for (const some of chunksOf([...byHash.keys()], STEP)) {
      const rows = await ask<{ key: string }>(
        statement(
          'SELECT key FROM case_keys WHERE case_id = $1 AND key = ANY ($2::bigint[]) AND entity = 0',
          [caseId, some],
        ),
      );
      for (const { key: hashed } of rows) known.add(byHash.get(hashed)!);
    }
    return known;
  }

  /** Returns records in ascending order. */
  async page(
    ask: Ask,
    { id: caseId, key }: OpenCase,
    after: number,
    limit: number,
  ): Promise<tableRecords.TableRecord[]> {
    const rows = await ask<{ id: number; sealed: Buffer }>(
      statement('SELECT id, sealed FROM case_entities WHERE case_id = $1 AND id > $2 ORDER BY id LIMIT $3', [
        caseId,
        after,
        limit,
      ]),
    );
    return rows.map(({ id, sealed }) => ({ id, json: openRecord(key, id, sealed) }));
  }

  /** Returns the records that were found in a user's texts, in ascending order. */
  async broughtBy(
    tx: Transaction,
    { id: caseId, key }: OpenCase,
    userId: string,
    after: number,
    limit: number,
  ): Promise<BroughtRecord[]> {
    const rows = await managerOf(tx).query<{ id: number; sealed: Buffer; shared: boolean }[]>(
      `SELECT id, sealed, cardinality(brought_by) > 1 AS shared FROM case_entities
       WHERE case_id = $1 AND id > $2 AND $3::uuid = ANY (brought_by) ORDER BY id LIMIT $4`,
      [caseId, after, userId, limit],
    );
    const slice = new TimeSlice();
    const records: BroughtRecord[] = [];
    for (const { id, sealed, shared } of rows) {
      records.push({ id, json: openRecord(key, id, sealed), isShared: shared });
      if (slice.isOver) await slice.next();
    }
    return records;
  }

  /** Forgets that these records were found in a user's texts. */
  async forgetUser(
    tx: Transaction,
    { id: caseId }: OpenCase,
    ids: readonly number[],
    userId: string,
  ): Promise<void> {
    await managerOf(tx).query(
      `UPDATE case_entities SET brought_by = array_remove(brought_by, $3::uuid)
       WHERE case_id = $1 AND id = ANY ($2::integer[])`,
      [caseId, ids, userId],
    );
  }

  /**
   * Deletes records and the contexts of their names. Of their keys, only the reserved ones stay, so that their replacements
   * are never issued again.
   */
  async forget(tx: Transaction, opened: OpenCase, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { id: caseId, key, hash } = opened;
    const manager = managerOf(tx);
    // With the condition of the index of entities, which the planner does not derive from the array.
    await manager.query(
      'DELETE FROM case_keys WHERE case_id = $1 AND entity = ANY ($2::integer[]) AND entity <> 0',
      [caseId, ids],
    );
    const [records] = await manager.query<[{ id: number; sealed: Buffer }[], number]>(
      'DELETE FROM case_entities WHERE case_id = $1 AND id = ANY ($2::integer[]) RETURNING id, sealed',
      [caseId, ids],
    );
    const forgotten = records.map(({ id, sealed }) =>
      tableRecords.TableInRecords.forgettingOf(openRecord(key, id, sealed)),
    );
    let contexts = 0;
    for (const some of chunksOf(
      forgotten.flatMap(({ contexts: ended }) => ended),
      STEP,
    )) {
      const [, deleted] = await manager.query<[unknown[], number]>(
        'DELETE FROM case_keys WHERE case_id = $1 AND key = ANY ($2::bigint[]) AND entity = 0',
        [caseId, some.map(hash)],
      );
      contexts += deleted;
    }
    await manager.query(
      `UPDATE cases SET version = version + 1, deletions = deletions + 1, entities = entities - $2,
         contexts = greatest(contexts - $3, 0) WHERE id = $1`,
      [caseId, ids.length, contexts],
    );
    await this.addKeys(tx, opened, [{ id: FORGOTTEN, keys: forgotten.flatMap(({ reserved }) => reserved) }]);
  }

  private async addKeys(
    tx: Transaction,
    { id: caseId, hash }: OpenCase,
    records: readonly { id: number; keys: readonly string[] }[],
  ): Promise<void> {
    const rows = records.flatMap(({ id, keys }) => keys.map((text) => ({ id, text })));
    for (const some of chunksOf(rows, STEP))
      await managerOf(tx).query(
        `INSERT INTO case_keys (case_id, key, entity)
         SELECT $1, key, entity FROM unnest($2::bigint[], $3::integer[]) AS added (key, entity)
         ON CONFLICT DO NOTHING`,
        [caseId, some.map(({ text }) => hash(text)), some.map(({ id }) => id)],
      );
  }
}
