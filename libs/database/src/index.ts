/** PostgreSQL: the connection, the migrations in order, and the check that they ran. */
export { DatabaseModule } from './database.module';
export { migrate } from './migrate';
export { revertAll } from './revert-all';
export { pendingMigrations } from './pending-migrations';
