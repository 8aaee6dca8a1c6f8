// The settings come first: they keep what is loaded after them from calling its maker.
import { ConfigError } from '@app/config';
import { Module, type INestApplicationContext, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { assertMigrated, isForbidden } from '@app/core';

@Module({})
class CommandModule {}

/**
 * Runs a command's work with the parts of the service that it needs, and closes them afterwards.
 *
 * @throws ConfigError where a setting is wrong, migrations are pending, or the database's role may not do what it
 * takes; whatever `work` throws
 */
export async function runWith<T>(
  imports: ModuleMetadata['imports'],
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await NestFactory.createApplicationContext(
    { module: CommandModule, imports: imports ?? [] },
    { logger: false, abortOnError: false },
  );
  try {
    await assertMigrated(app);
    return await work(app);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new ConfigError(
      'DATABASE_OWNER_URL: its role, or without it that of DATABASE_URL, may not do this; expected the owner of the tables',
    );
  } finally {
    await app.close();
  }
}
