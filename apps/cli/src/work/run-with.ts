// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import { ConfigError } from '@app/config';
import { Module, type INestApplicationContext, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { assertMigrated, isForbidden } from '@app/core';

@Module({})
class CommandModule {}

type Work<T> = (app: INestApplicationContext) => Promise<T>;

/**
 * Runs a command's work with the parts of the service that it needs, and closes them afterwards.
 *
 * @throws ConfigError if a setting is wrong; errors of `work`
 */
export async function runIn<T>(imports: NonNullable<ModuleMetadata['imports']>, work: Work<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(
    { module: CommandModule, imports },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/**
 * Like {@link runIn}, with the database.
 *
 * @throws ConfigError also if migrations are pending, or the database's role lacks rights
 */
export const runWith = <T>(imports: NonNullable<ModuleMetadata['imports']>, work: Work<T>): Promise<T> =>
  runIn(imports, async (app) => {
    try {
      await assertMigrated(app);
      return await work(app);
    } catch (error) {
      if (!isForbidden(error)) throw error;
      throw new ConfigError(
        'DATABASE_OWNER_URL: its role, or without it that of DATABASE_URL, lacks the rights for this; ' +
          'expected the owner of the tables',
      );
    }
  });
