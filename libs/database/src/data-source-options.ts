import type { DatabaseConfig } from '@app/config';
import { MIGRATIONS } from './migrations';

/**
 * How long a connection is kept unused. To open one and to prepare its statements anew takes longer than most requests;
 * networks forget idle ones after four minutes at the earliest.
 */
const IDLE_MS = 3 * 60_000;

/** Where the database is and as whom, and how many connections there may be. */
export type Connection = Pick<DatabaseConfig, 'url' | 'poolSize'>;

/** One set of options for the programs, the command line and the tests. Never `synchronize`. */
export const dataSourceOptions = ({ url, poolSize }: Connection) =>
  ({
    type: 'postgres',
    url,
    poolSize,
    synchronize: false,
    migrationsRun: false,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    // A driver's words may quote a value: nothing of it is logged.
    logging: false,
    // What follows the slash tells row-level security that this program names scopes: its statements without one fail.
    applicationName: 'privacy-chat/scoped',
    connectTimeoutMS: 5_000,
    // A scope travels with its statement, in one round trip.
    extra: { idleTimeoutMillis: IDLE_MS, pipeline: true },
  }) as const;
