/** The state of the running service that its operator reads and sets: workers, backups. */
export { BackupTimes } from './backup-times';
export { HEARTBEAT_MS, Heartbeats } from './heartbeats';
export { OperatedModule, OperationModule } from './operation.module';
export { OperatorSettings } from './operator-settings';
export { ServiceMode } from './service-mode';
export type { SeenWorker } from './workers.store';
