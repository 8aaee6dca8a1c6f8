/** PostgreSQL: the connection, the migrations in order, and the check that they ran. */
export { AdvisoryLock, tryLock } from './advisory-locks';
export { AsOwnerModule } from './as-owner.module';
export { assertMigrated } from './assert-migrated';
export { DatabaseModule } from './database.module';
export { managerOf } from './database-transactions';
export { isForbidden } from './is-forbidden';
export { isDatabaseAway } from './is-database-away';
export { migrate } from './migrate';
export { revertAll } from './revert-all';
export { pendingMigrations } from './pending-migrations';
export { runPrepared } from './run-prepared';
export { asOne, statement, type Statement } from './statement';
export { valueRows } from './value-rows';
