import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import type { StoredKey } from './data-keys.store';

/** A main key, and the number of data keys that it wraps. */
export interface MainKeyCount {
  keyId: string;
  count: number;
}

/** One data key of each main key in use, found by skipping through the index. */
const SAMPLES = `
  WITH RECURSIVE used AS (
    (SELECT key_id, subject_id FROM data_keys ORDER BY key_id, subject_id LIMIT 1)
    UNION ALL
    SELECT next.key_id, next.subject_id FROM used CROSS JOIN LATERAL (
      SELECT key_id, subject_id FROM data_keys WHERE key_id > used.key_id ORDER BY key_id, subject_id LIMIT 1
    ) AS next
  )
  SELECT key_id AS "keyId", subject_id AS "subjectId", wrapped
  FROM used JOIN data_keys USING (key_id, subject_id)`;

/** Reads and rewraps the rows of data keys by main key. */
@Injectable()
export class MainKeysStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns one data key of each main key in use. */
  samples(): Promise<StoredKey[]> {
    return this.db.query(SAMPLES);
  }

  counts(): Promise<MainKeyCount[]> {
    return this.db.query(
      'SELECT key_id AS "keyId", count(*)::int AS count FROM data_keys GROUP BY key_id ORDER BY key_id',
    );
  }

  /** Returns the counts of all main keys except one, which may have too many data keys to count. */
  countsWithout(keyId: string): Promise<MainKeyCount[]> {
    return this.db.query(
      `SELECT key_id AS "keyId", count(*)::int AS count FROM data_keys
       WHERE key_id < $1 OR key_id > $1 GROUP BY key_id ORDER BY key_id`,
      [keyId],
    );
  }

  /** Locks and returns the next data keys of a main key. Skips locked ones, so that no process waits. */
  lockNext(tx: Transaction, keyId: string, after: string, limit: number): Promise<StoredKey[]> {
    return managerOf(tx).query(
      `SELECT key_id AS "keyId", subject_id AS "subjectId", wrapped FROM data_keys
       WHERE key_id = $1 AND subject_id > $2 ORDER BY subject_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [keyId, after, limit],
    );
  }

  /** @param keys data keys that the main key `keyId` now wraps */
  async rewrap(tx: Transaction, keyId: string, keys: readonly StoredKey[]): Promise<void> {
    await managerOf(tx).query(
      `UPDATE data_keys SET key_id = $1, wrapped = rewrapped.wrapped
       FROM unnest($2::uuid[], $3::bytea[]) AS rewrapped (subject_id, wrapped)
       WHERE data_keys.subject_id = rewrapped.subject_id`,
      [keyId, keys.map(({ subjectId }) => subjectId), keys.map(({ wrapped }) => wrapped)],
    );
  }
}
