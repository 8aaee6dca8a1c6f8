import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BackupMetrics } from './backup-metrics';
import { BackupTimes } from './backup-times';
import { Heartbeats } from './heartbeats';
import { ServiceStateRow, ServiceStateStore } from './service-state.store';
import { WorkerRow, WorkersStore } from './workers.store';

const parts = [BackupTimes, Heartbeats];

/** State of the running service that all processes share, for its operator. */
@Module({
  imports: [TypeOrmModule.forFeature([ServiceStateRow, WorkerRow])],
  providers: [...parts, ServiceStateStore, WorkersStore],
  exports: parts,
})
export class OperationModule {}

/** {@link OperationModule} with its metrics, for api and worker. */
@Module({ imports: [OperationModule], providers: [BackupMetrics] })
export class OperationMetricsModule {}
