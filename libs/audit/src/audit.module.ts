import { userInfo } from 'node:os';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { currentContext } from '@app/observability';
import type { Actor } from './audit-event';
import { AuditEventRow } from './audit-event.entity';
import { AuditTrail, DatabaseAuditTrail } from './audit-trail';
import { AuditStore } from './audit.store';
import { CallActorRow } from './calls/call-actor.entity';
import { ModelCallsStore } from './calls/model-calls.store';
import { ChainReaderStore } from './chain/chain-reader.store';
import { PruneAuditTrail } from './chain/prune-audit-trail';
import { PruningStore } from './chain/pruning.store';
import { ReadHeads } from './chain/read-heads';
import { SealAuditTrail } from './chain/seal-audit-trail';
import { SealRow } from './chain/seal.entity';
import { SealsStore } from './chain/seals.store';
import { VerifyAuditTrail } from './chain/verify-audit-trail';
import { ExportAuditEvents } from './reading/export-audit-events';
import { PeriodsStore } from './reading/periods.store';
import { ListAuditEvents } from './reading/list-audit-events';

/** The actor of each program: the caller of the api, the operator of a command, or the service itself. */
const ACTORS = {
  caller: (): Actor => {
    const userId = currentContext()?.userId;
    return userId ? { kind: 'user', userId } : { kind: 'nobody' };
  },
  operator: (): Actor => ({ kind: 'operator', account: userInfo().username }),
  service: (): Actor => ({ kind: 'service' }),
} as const;

export type ActorKind = keyof typeof ACTORS;

const forCallers = [
  ExportAuditEvents,
  ListAuditEvents,
  ModelCallsStore,
  PruneAuditTrail,
  PruningStore,
  ReadHeads,
  SealAuditTrail,
  SealsStore,
  PeriodsStore,
  VerifyAuditTrail,
];

@Module({})
export class AuditModule {
  /** @param actor the actor of this program */
  static register(actor: ActorKind): DynamicModule {
    return {
      module: AuditModule,
      imports: [TypeOrmModule.forFeature([AuditEventRow, CallActorRow, SealRow])],
      providers: [
        AuditStore,
        ChainReaderStore,
        {
          provide: AuditTrail,
          inject: [AuditStore],
          useFactory: (store: AuditStore) => new DatabaseAuditTrail(store, ACTORS[actor]),
        },
        ...forCallers,
      ],
      exports: [AuditTrail, ...forCallers],
    };
  }
}
