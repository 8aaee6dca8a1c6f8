import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule, Organizations, Users } from '@app/accounts';
import { ListAuditEvents, type AuditFilter, type ListedAuditEvent } from '@app/audit';
import { CoreModule } from '@app/core';
import type { TestSystem } from '@app/testing';

/** What an operator does by commands, done in the test's own process: for tests whose subject is not the command line. */
export interface Operator {
  organizations: Organizations;
  users: Users;
  /** Entries of the audit trail, newest first. */
  events(filter: Partial<AuditFilter>): Promise<ListedAuditEvent[]>;
  stop(): Promise<void>;
}

@Module({})
class OperatorModule {}

/** On the database of `system`, as its owner: who reads the audit trail. */
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
