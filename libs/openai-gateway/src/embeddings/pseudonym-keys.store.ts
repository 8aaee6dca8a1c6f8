import { createHash, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { runPrepared, statement } from '@app/database';

const PLACE = 'embeddings.pseudonyms';

/**
 * The key under which an organization's values become pseudonyms. It is one of the data keys: rotating a main key wraps
 * it anew and leaves it as it is, so that what was embedded before is still found.
 */
@Injectable()
export class PseudonymKeysStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Made where the organization has none. */
  async keyOf(organizationId: string): Promise<KeyObject> {
    const subject = subjectOf(organizationId);
    const key = (await this.read(organizationId, subject)) ?? (await this.make(organizationId, subject));
    return key.derive(Buffer.from(organizationId), PLACE);
  }

  private async read(organizationId: string, subject: string): Promise<DataKey | undefined> {
    const asked = statement(
      `SELECT ${this.keys.columnsOf('asked.subject_id')} FROM (SELECT $1::uuid AS subject_id) AS asked`,
      [subject],
    );
    const [row] = await runPrepared<KeyColumns>(this.db, asked, { organizationId });
    return row && this.keys.read(subject, row);
  }

  /** Of two that make one at once, the first one's is kept. */
  private async make(organizationId: string, subject: string): Promise<DataKey> {
    const { keyId, wrapped } = this.keys.wrap(this.keys.make(subject));
    const kept = statement(
      `INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, $2, $3)
       ON CONFLICT ON CONSTRAINT data_keys_pkey DO NOTHING`,
      [subject, keyId, wrapped],
    );
    await runPrepared(this.db, kept, { organizationId });
    const key = await this.read(organizationId, subject);
    if (!key) throw new Error('A data key is missing');
    return key;
  }
}

/** A UUIDv8 (RFC 9562, section 5.8) of the organization's id: its other keys have subjects of their own. */
function subjectOf(organizationId: string): string {
  const bytes = createHash('sha256').update(`${PLACE} ${organizationId}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
