import type { ModuleMetadata } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Test, type TestingModule } from '@nestjs/testing';
import { AuditTrail, ModelCallsStore } from '@app/audit';
import { KeyRing } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { statement } from '@app/database';
import { PlainDataKeys } from './plain-data-keys';

/** An audit trail that discards its entries. */
class DiscardedTrail extends AuditTrail {
  async record(): Promise<void> {}
  async recordAlone(): Promise<void> {}
}

/** Discards entries on model calls. */
class DiscardedCalls extends ModelCallsStore {
  override recording(): ReturnType<ModelCallsStore['recording']> {
    return statement('SELECT', []);
  }
}

/**
 * Builds the modules of a program as the program does. With BENCH_WITHOUT=all it omits encryption and audit trail, with
 * BENCH_WITHOUT=calls the trail's entries on model calls. Only this file can omit them: the programs have no setting
 * for that.
 */
export function putTogether(imports: ModuleMetadata['imports']): Promise<TestingModule> {
  const parts = Test.createTestingModule({ imports });
  const without = process.env.BENCH_WITHOUT;
  if (without === 'all')
    parts
      .overrideProvider(DataKeys)
      .useFactory({ factory: (keyRing: KeyRing) => new PlainDataKeys(keyRing), inject: [KeyRing] })
      .overrideProvider(AuditTrail)
      .useValue(new DiscardedTrail());
  if (without)
    parts
      .overrideProvider(ModelCallsStore)
      .useFactory({ factory: (db: DataSource) => new DiscardedCalls(db), inject: [DataSource] });
  return parts.compile();
}
