import { createSecretKey } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { statement, type Statement } from '@app/database';

/** Stores the plain value. */
class PlainDataKey extends DataKey {
  override seal(plain: string | Buffer): Buffer {
    return Buffer.isBuffer(plain) ? plain : Buffer.from(plain, 'utf8');
  }
  override open(sealed: Buffer): Buffer {
    return sealed;
  }
}

const NO_KEY = createSecretKey(Buffer.alloc(32));
const plainKey = (subjectId: string): DataKey => new PlainDataKey(subjectId, NO_KEY);

/** Data keys without encryption: no cipher, and no rows of keys. Only for the benchmark. */
export class PlainDataKeys extends DataKeys {
  override async create(_: EntityManager, subjectId: string): Promise<DataKey> {
    return plainKey(subjectId);
  }
  override make(subjectId: string): DataKey {
    return plainKey(subjectId);
  }
  override async keep(): Promise<void> {}
  override wrap(): ReturnType<DataKeys['wrap']> {
    return { keyId: 'none', wrapped: Buffer.alloc(0) };
  }
  override storing(): Statement {
    return statement('SELECT', []);
  }
  override columnsOf(): string {
    return 'NULL AS key_id, NULL AS wrapped';
  }
  override read(subjectId: string): DataKey {
    return plainKey(subjectId);
  }
  override async load(_: EntityManager, subjectId: string): Promise<DataKey> {
    return plainKey(subjectId);
  }
  override async loadAll(_: EntityManager, subjectIds: readonly string[]): Promise<Map<string, DataKey>> {
    return new Map(subjectIds.map((id) => [id, plainKey(id)]));
  }
  override async destroy(): Promise<void> {}
}
