/** The state of the running service that its operator reads and sets: workers, backups. */
export { BackupTimes } from './backup-times';
export { HEARTBEAT_MS, Heartbeats } from './heartbeats';
export { OperationMetricsModule, OperationModule } from './operation.module';
export type { SeenWorker } from './workers.store';
