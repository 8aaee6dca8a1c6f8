import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from '@app/core';
import type { DatabaseRole } from '@app/database';
import { QueueModule } from '@app/queue';
import { makeStores, type TestStores } from './test-stores';

export interface ServiceContext extends Omit<TestStores, 'drop'> {
  app: INestApplicationContext;
  /** The folder of the files, unless `env` sets another one. */
  dataDir: string;
  stop(): Promise<void>;
}

@Module({})
class ContextModule {}

/**
 * Starts parts of the service in the test's own process with a separate database, for rules that are implemented in SQL.
 *
 * @param env settings that differ from the defaults
 * @param role the role of the database connection; row-level security does not apply to the owner
 */
export async function startContext(
  modules: readonly (Type | DynamicModule)[],
  env: Record<string, string> = {},
  role: DatabaseRole = 'programs',
): Promise<ServiceContext> {
  const { drop, ...stores } = await makeStores({ migrated: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-context-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  Object.assign(process.env, {
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: role === 'owner' ? stores.ownerUrl : stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    REDIS_PREFIX: stores.redisPrefix,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `test:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
    ...env,
  });
  const imports = [CoreModule.register('service'), QueueModule, ...modules];
  const app = await NestFactory.createApplicationContext(
    { module: ContextModule, imports },
    { logger: false, abortOnError: false },
  );
  return {
    ...stores,
    app,
    dataDir,
    stop: async () => {
      await app.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
