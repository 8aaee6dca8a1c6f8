import { AbstractLogger } from 'typeorm';
import type { DatabaseConfig } from '@app/config';
import { LimitedPool } from './limited-pool';
import { MIGRATIONS } from './migrations';

/**
 * The time for which an idle connection is retained. Opening one and preparing its statements takes longer than most
 * requests. Networks drop idle connections after four minutes at the earliest.
 */
const IDLE_MS = 3 * 60_000;

/** A driver's message may quote a value, so none is logged. `logging: false` would still print those of migrations. */
class NoLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

/** The address and the role of the database, and the limit for connections. */
export type Connection = Pick<DatabaseConfig, 'url' | 'poolSize'>;

/** Returns the options for the programs, the command line and the tests. Never uses `synchronize`. */
export const dataSourceOptions = ({ url, poolSize }: Connection) =>
  ({
    type: 'postgres',
    // TypeORM uses nothing else of the driver.
    driver: { Pool: LimitedPool },
    url,
    poolSize,
    synchronize: false,
    migrationsRun: false,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    logger: new NoLogger(),
    // Makes row-level security refuse statements of this program that name no scope. The number is the generation: a
    // program has full access to the tables with policies of a higher generation (rolling deploys).
    applicationName: 'privacy-chat/scoped-2',
    connectTimeoutMS: 5_000,
    // Sends a scope with its statement, in one round trip.
    extra: { idleTimeoutMillis: IDLE_MS, pipeline: true },
  }) as const;
