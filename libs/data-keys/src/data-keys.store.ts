import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '@app/common';
import { DataKey, KeyRing, type WrappedKey } from '@app/crypto';
import { managerOf, runIn, statement, type Statement } from '@app/database';
import { DataKeyRow } from './data-key.entity';

export interface KeyColumns {
  key_id: string | null;
  wrapped: Buffer | null;
}

/** A data key in its stored form. */
export interface StoredKey extends WrappedKey {
  subjectId: string;
}

/**
 * Returns the statement that stores keys, for a store that runs it with its own. Skips the key of a subject that has one
 * already.
 *
 * @param among a query for ids: only the keys of these subjects are stored. If absent, all are
 */
export const storingKeys = (keys: readonly StoredKey[], among?: string): Statement =>
  statement(
    `INSERT INTO data_keys (subject_id, key_id, wrapped)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS given (subject_id, key_id, wrapped)
     ${among === undefined ? '' : `WHERE subject_id IN (${among})`} ON CONFLICT DO NOTHING`,
    [
      keys.map(({ subjectId }) => subjectId),
      keys.map(({ keyId }) => keyId),
      keys.map(({ wrapped }) => wrapped),
    ],
  );

/**
 * Returns the join that adds the columns `key_id` and `wrapped` to a caller's frequent statement.
 *
 * @param subject the column with the key's subject, qualified by its table
 */
export const joinKey = (subject: string): string =>
  `LEFT JOIN data_keys ON data_keys.subject_id = ${subject}`;

/** Returns the query for those of the subjects that have a key, as `id`. */
export const keyedSubjects = (subjectIds: readonly string[]): Statement =>
  statement('SELECT subject_id AS id FROM data_keys WHERE subject_id = ANY ($1::uuid[])', [subjectIds]);

/** Creates, loads and deletes data keys in the caller's transaction. */
@Injectable()
export class DataKeys {
  constructor(private readonly keyRing: KeyRing) {}

  async create(transaction: Transaction, subjectId: string): Promise<DataKey> {
    const tx = managerOf(transaction);
    const key = this.make(subjectId);
    await this.keep(tx, key);
    return key;
  }

  /** Creates a key that is not stored yet. */
  make(subjectId: string): DataKey {
    return DataKey.random(subjectId);
  }

  async keep(transaction: Transaction, key: DataKey): Promise<void> {
    await runIn(managerOf(transaction), [this.storing(key)]);
  }

  /** Returns the statement that stores a key, for a store that runs it with its own. */
  storing(key: DataKey): Statement {
    const { keyId, wrapped } = this.wrap(key);
    const text = 'INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, $2, $3)';
    return statement(text, [key.subjectId, keyId, wrapped]);
  }

  /**
   * Returns the columns that {@link read} needs, for the caller's own statement.
   *
   * @param subject the column with the key's subject, qualified by its table
   */
  columnsOf(subject: string): string {
    const of = (column: string): string => `(SELECT ${column} FROM data_keys WHERE subject_id = ${subject})`;
    return `${of('key_id')} AS key_id, ${of('wrapped')} AS wrapped`;
  }

  /** Returns the key in a row with {@link columnsOf}, if there is one. */
  read(subjectId: string, { key_id: keyId, wrapped }: KeyColumns): DataKey | undefined {
    return keyId === null || wrapped === null ? undefined : this.unwrap(subjectId, { keyId, wrapped });
  }

  /** @throws Error if there is none, or if its main key is not in the ring */
  readPresent(subjectId: string, columns: KeyColumns): DataKey {
    const key = this.read(subjectId, columns);
    if (!key) throw new Error('A data key is missing');
    return key;
  }

  /** Wraps a key, so that it can be stored with the sealed data ({@link storingKeys}). */
  wrap(key: DataKey): WrappedKey {
    return key.wrappedBy(this.keyRing);
  }

  /** Unwraps a key from a row that the caller's own statement read. */
  unwrap(subjectId: string, wrapped: WrappedKey): DataKey {
    return new DataKey(subjectId, this.keyRing.unwrap(wrapped, subjectId));
  }

  /** @throws Error if there is none: the row that it belongs to exists without its key */
  async load(transaction: Transaction, subjectId: string): Promise<DataKey> {
    const tx = managerOf(transaction);
    const key = (await this.loadAll(tx, [subjectId])).get(subjectId);
    if (!key) throw new Error('A data key is missing');
    return key;
  }

  /** Returns the keys by subject. A subject without a key is absent. */
  async loadAll(transaction: Transaction, subjectIds: readonly string[]): Promise<Map<string, DataKey>> {
    const tx = managerOf(transaction);
    const rows = await tx.query<{ subject_id: string; key_id: string; wrapped: Buffer }[]>(
      'SELECT subject_id, key_id, wrapped FROM data_keys WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return new Map(
      rows.map(({ subject_id: id, key_id: keyId, wrapped }) => [id, this.unwrap(id, { keyId, wrapped })]),
    );
  }

  /** Deletes keys permanently. Data sealed with them becomes unreadable. */
  async destroy(transaction: Transaction, subjectIds: readonly string[]): Promise<void> {
    const tx = managerOf(transaction);
    await tx.delete(DataKeyRow, { subjectId: In([...subjectIds]) });
  }
}
