import type { DatabaseConfig } from '@app/config';
import { MIGRATIONS } from './migrations';

/** One set of options for the programs, the command line and the tests. Never `synchronize`. */
export const dataSourceOptions = ({ url, poolSize }: DatabaseConfig) =>
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
    applicationName: 'privacy-chat',
    connectTimeoutMS: 5_000,
  }) as const;
