import { userInfo } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { currentContext } from '@app/observability';
import type { Actor } from './audit-event';
import { AuditEventRow } from './audit-event.entity';
import { AuditTrail, DatabaseAuditTrail } from './audit-trail';
import { AuditStore } from './audit.store';
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

export type ActorKind = keyof typeof ACTORS;

@Module({})
export class AuditModule {
  /** @param actor who acts in this program */
  static register(actor: ActorKind): DynamicModule {
    return {
      module: AuditModule,
      imports: [TypeOrmModule.forFeature([AuditEventRow])],
      providers: [
        AuditStore,
        {
          provide: AuditTrail,
          inject: [AuditStore],
          useFactory: (store: AuditStore) => new DatabaseAuditTrail(store, ACTORS[actor]),
        },
        ListAuditEvents,
        PruneAuditTrail,
      ],
      exports: [AuditTrail, ListAuditEvents, PruneAuditTrail],
    };
  }
}
