/** PostgreSQL: the connection, the migrations in order, and helpers for the SQL of stores. */
export { AdvisoryLock, tryLock } from './advisory-locks';
export { isDatabaseAway, isForbidden } from './database-errors';
export { managerOf } from './database-transactions';
export { DatabaseModule, type DatabaseRole } from './database.module';
export { connectToMigrate, migrate, MIGRATION_NAMES, revertAll, type MigratingConnection } from './migrate';
export type { ErasedIds, RestoredRows } from './restored-rows';
export { inScope, runIn, runOnce, runPrepared, runTogether, type ScopedStatements } from './scoped';
export { statement, valueRows, type Statement } from './statement';
