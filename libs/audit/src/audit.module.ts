import { userInfo } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { currentContext } from '@app/observability';
import type { Actor } from './actor';
import { AuditEventRow } from './audit-event.entity';
import { AuditTrail } from './audit-trail';
import { DatabaseAuditTrail } from './database-audit-trail';
import { ListAuditEvents } from './list-audit-events';
import { PruneAuditTrail } from './prune-audit-trail';

/** Who acts in a program: whoever calls it, whoever runs the command, or the service itself. */
const ACTORS = {
  caller: (): Actor => {
    const userId = currentContext()?.userId;
    return userId ? { kind: 'user', userId } : { kind: 'nobody' };
  },
  operator: (): Actor => ({ kind: 'operator', account: userInfo().username }),
  service: (): Actor => ({ kind: 'service' }),
} as const;

@Module({})
export class AuditModule {
  /** @param actor who acts in this program */
  static register(actor: keyof typeof ACTORS): DynamicModule {
    return {
      module: AuditModule,
      global: true,
      imports: [TypeOrmModule.forFeature([AuditEventRow])],
      providers: [
        { provide: AuditTrail, useValue: new DatabaseAuditTrail(ACTORS[actor]) },
        ListAuditEvents,
        PruneAuditTrail,
      ],
      exports: [AuditTrail, ListAuditEvents, PruneAuditTrail],
    };
  }
}
