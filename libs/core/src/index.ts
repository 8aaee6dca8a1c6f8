/** The common base of every program and test. */
export { CoreModule } from './core.module';
export { assertMigrated, assertReady } from './start-checks';
export { isDatabaseAway, isForbidden } from '@app/database';
