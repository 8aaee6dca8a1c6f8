import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CoreModule } from '@app/core';
import { HidingModule } from '@app/hiding';
import { hidingWith, type KnownDetector } from './known-detector';
import { makeStores, type TestStores } from './test-stores';

export interface ServiceContext extends Omit<TestStores, 'drop'> {
  app: INestApplicationContext;
  /** Returns a part of the service. */
  get<T>(this: void, part: abstract new (...args: never[]) => T): T;
  /** The folder of the files, unless `env` sets another one. */
  dataDir: string;
  stop(): Promise<void>;
}

const ignore = (): void => undefined;
const SILENT: LoggerService = { log: ignore, warn: ignore, error: ignore };

/**
 * Starts parts of the service in the test's own process with a separate database, for rules that are implemented in SQL.
 *
 * @param env settings that differ from the defaults
 * @param options `detector` replaces the detection, for tests with another subject
 */
export async function startContext(
  modules: readonly (Type | DynamicModule)[],
  env: Record<string, string> = {},
  { detector }: { detector?: KnownDetector } = {},
): Promise<ServiceContext> {
  const { drop, ...stores } = await makeStores({ migrated: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-context-'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  Object.assign(process.env, {
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    REDIS_PREFIX: stores.redisPrefix,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `test:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
    ...env,
  });
  const building = Test.createTestingModule({
    imports: [CoreModule.register('service'), ...modules],
  }).setLogger(SILENT);
  if (detector) building.overrideModule(HidingModule).useModule(hidingWith(detector));
  const app = await building.compile();
  await app.init();
  return {
    ...stores,
    app,
    get: (part) => app.get(part, { strict: false }),
    dataDir,
    stop: async () => {
      await app.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
