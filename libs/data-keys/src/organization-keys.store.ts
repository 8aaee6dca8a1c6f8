import { createHash, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DataKey } from '@app/crypto';
import { runPrepared, statement } from '@app/database';
import { DataKeys, storingKeys, type KeyColumns } from './data-keys.store';

/**
 * Stores keys of an organization, one for each purpose. Each is a data key: rotating a main key wraps it again and does not
 * change it, so that a value has the same keyed hash at all times.
 */
@Injectable()
export class OrganizationKeys {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** Returns the organization's key for a purpose. Creates it if there is none. */
  async keyOf(organizationId: string, purpose: string): Promise<KeyObject> {
    const subject = subjectOf(organizationId, purpose);
    const key = (await this.read(organizationId, subject)) ?? (await this.make(organizationId, subject));
    return key.derive(Buffer.from(organizationId), purpose);
  }

  private async read(organizationId: string, subject: string): Promise<DataKey | undefined> {
    const asked = statement(
      `SELECT ${this.keys.columnsOf('asked.subject_id')} FROM (SELECT $1::uuid AS subject_id) AS asked`,
      [subject],
    );
    const [row] = await runPrepared<KeyColumns>(this.db, asked, { organizationId });
    return row && this.keys.read(subject, row);
  }

  /** Creates the key. If two callers create one at the same time, the first one is kept. */
  private async make(organizationId: string, subject: string): Promise<DataKey> {
    const kept = { subjectId: subject, ...this.keys.wrap(this.keys.make(subject)) };
    await runPrepared(this.db, storingKeys([kept]), { organizationId });
    const key = await this.read(organizationId, subject);
    if (!key) throw new Error('A data key is missing');
    return key;
  }
}

/** Returns a UUIDv8 (RFC 9562, section 5.8) of the organization's id and the purpose. */
function subjectOf(organizationId: string, purpose: string): string {
  const bytes = createHash('sha256').update(`${purpose} ${organizationId}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
