import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ConfigError } from '@app/config';
import { KeyRing } from './key-ring';

interface Sample {
  key_id: string;
  subject_id: string;
  wrapped: Buffer;
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
  SELECT key_id, subject_id, wrapped FROM used JOIN data_keys USING (key_id, subject_id)`;

/** Before anything is served: whether the main keys fit what they are to open. */
@Injectable()
export class CheckMainKeys {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly ring: KeyRing,
  ) {}

  /** @throws ConfigError where a main key that is still in use is missing, or is another one of the same name */
  async execute(): Promise<void> {
    for (const { key_id: keyId, subject_id: subjectId, wrapped } of await this.db.query<Sample[]>(SAMPLES)) {
      if (!this.ring.ids.includes(keyId))
        throw new ConfigError(
          `ENCRYPTION_KEYS: lacks the key ${keyId}, which data is encrypted under; expected it behind the first`,
        );
      if (!this.opens({ keyId, wrapped }, subjectId))
        throw new ConfigError(
          `ENCRYPTION_KEYS: the key ${keyId} is not the one that data was encrypted under; expected that one`,
        );
    }
  }

  private opens(wrapped: { keyId: string; wrapped: Buffer }, subjectId: string): boolean {
    try {
      this.ring.unwrap(wrapped, subjectId);
      return true;
    } catch {
      return false; // It was authenticated with another key: the caller says so.
    }
  }
}
