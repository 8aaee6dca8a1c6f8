import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BackupMetrics } from './backup-metrics';
import { BackupTimes } from './backup-times';
import { Heartbeats } from './heartbeats';
import { OperatorSettings } from './operator-settings';
import { ServiceMode } from './service-mode';
import { ServiceStateRow, ServiceStateStore } from './service-state.store';
import { WorkerRow, WorkersStore } from './workers.store';

const parts = [BackupTimes, Heartbeats, OperatorSettings];

/** State of the running service that all processes share, for its operator. */
@Module({
  imports: [TypeOrmModule.forFeature([ServiceStateRow, WorkerRow])],
  providers: [...parts, ServiceStateStore, WorkersStore],
  exports: [...parts, ServiceStateStore],
})
export class OperationModule {}

/** What api and worker need of it: they export its metrics and follow its mode. */
@Module({
  imports: [OperationModule],
  providers: [BackupMetrics, ServiceMode],
  exports: [OperationModule, ServiceMode],
})
export class OperatedModule {}
