/** What every program and test stands on, before what is its own. */
export { CoreModule } from './core.module';
export { assertMigrated, assertReady } from './start-checks';
export { isDatabaseAway, isForbidden } from '@app/database';
