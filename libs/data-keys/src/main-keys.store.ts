import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import type { WrappedKey } from '@app/crypto';
import { managerOf } from '@app/database';

/** A data key as it is stored. */
export interface StoredKey extends WrappedKey {
  subjectId: string;
}

/** A main key, and how many data keys it wraps. */
export interface MainKeyCount {
  keyId: string;
  count: number;
}

/** A data key of each main key that is in use, found by hopping through the index. */
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

/** The rows of data keys, as the main keys that wrap them see them. */
@Injectable()
export class MainKeysStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** One data key of each main key that is in use. */
  samples(): Promise<StoredKey[]> {
    return this.db.query(SAMPLES);
  }

  counts(): Promise<MainKeyCount[]> {
    return this.db.query(
      'SELECT key_id AS "keyId", count(*)::int AS count FROM data_keys GROUP BY key_id ORDER BY key_id',
    );
  }

  /** Of all main keys but one, whose data keys are not counted: they may be very many. */
  countsWithout(keyId: string): Promise<MainKeyCount[]> {
    return this.db.query(
      `SELECT key_id AS "keyId", count(*)::int AS count FROM data_keys
       WHERE key_id < $1 OR key_id > $1 GROUP BY key_id ORDER BY key_id`,
      [keyId],
    );
  }

  /** The next data keys of a main key, locked; those that others hold are passed over: nobody waits for anybody. */
  lockNext(tx: Transaction, keyId: string, after: string, limit: number): Promise<StoredKey[]> {
    return managerOf(tx).query(
      `SELECT key_id AS "keyId", subject_id AS "subjectId", wrapped FROM data_keys
       WHERE key_id = $1 AND subject_id > $2 ORDER BY subject_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [keyId, after, limit],
    );
  }

  /** @param keys all wrapped by the main key `keyId` */
  async rewrap(tx: Transaction, keyId: string, keys: readonly StoredKey[]): Promise<void> {
    await managerOf(tx).query(
      `UPDATE data_keys SET key_id = $1, wrapped = anew.wrapped
       FROM unnest($2::uuid[], $3::bytea[]) AS anew (subject_id, wrapped)
       WHERE data_keys.subject_id = anew.subject_id`,
      [keyId, keys.map(({ subjectId }) => subjectId), keys.map(({ wrapped }) => wrapped)],
    );
  }
}
