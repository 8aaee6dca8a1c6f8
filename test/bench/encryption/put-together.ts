import type { ModuleMetadata } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Test, type TestingModule } from '@nestjs/testing';
import { AuditTrail, ModelCallsStore } from '@app/audit';
import { KeyRing } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { PlainDataKeys } from './plain-data-keys';

/** A trail that nobody writes. */
class SilentTrail extends AuditTrail {
  async record(): Promise<void> {}
  async recordAlone(): Promise<void> {}
}

/** Calls that nobody writes down. */
class SilentCalls extends ModelCallsStore {
  override recording(): ReturnType<ModelCallsStore['recording']> {
    return {};
  }
}

/**
 * A program's parts, as it puts them together itself; with BENCH_WITHOUT=all without encryption and audit trail, with
 * BENCH_WITHOUT=calls without the trail's entries on calls of models. This file is the only way to leave them out: the
 * programs have no setting for it.
 */
export function putTogether(imports: ModuleMetadata['imports']): Promise<TestingModule> {
  const parts = Test.createTestingModule({ imports });
  const without = process.env.BENCH_WITHOUT;
  if (without === 'all')
    parts
      .overrideProvider(DataKeys)
      .useFactory({ factory: (keyRing: KeyRing) => new PlainDataKeys(keyRing), inject: [KeyRing] })
      .overrideProvider(AuditTrail)
      .useValue(new SilentTrail());
  if (without)
    parts
      .overrideProvider(ModelCallsStore)
      .useFactory({ factory: (db: DataSource) => new SilentCalls(db), inject: [DataSource] });
  return parts.compile();
}
