import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule, Organizations, Users } from '@app/accounts';
import { ListAuditEvents, type AuditFilter, type ListedAuditEvent } from '@app/audit';
import { CoreModule } from '@app/core';
import type { TestSystem } from '@app/testing';

/** Operator commands as function calls in the test's process, for tests that do not test the command line. */
export interface Operator {
  organizations: Organizations;
  users: Users;
  /** Returns entries of the audit trail, newest first. */
  events(filter: Partial<AuditFilter>): Promise<ListedAuditEvent[]>;
  stop(): Promise<void>;
}

@Module({})
class OperatorModule {}

/** Connects to the database of `system` as its owner, who may read the audit trail. */
export async function startOperator({ ownerUrl }: Pick<TestSystem, 'ownerUrl'>): Promise<Operator> {
  process.env.DATABASE_URL = ownerUrl;
  const imports = [CoreModule.withoutKeys('operator'), AccountsModule];
  const app = await NestFactory.createApplicationContext(
    { module: OperatorModule, imports },
    { logger: false, abortOnError: false },
  );
  return {
    organizations: app.get(Organizations),
    users: app.get(Users),
    events: (filter) => app.get(ListAuditEvents).execute({ limit: 100, ...filter }),
    stop: () => app.close(),
  };
}
