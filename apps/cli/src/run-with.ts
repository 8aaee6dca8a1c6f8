import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { assertMigrated } from '@app/database';

/**
 * Runs a command's work with the parts of the service that it needs, and closes them afterwards.
 *
 * @throws ConfigError where a setting is wrong or migrations are pending; whatever `work` throws
 */
export async function runWith<T>(
  module: Type | DynamicModule,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    await assertMigrated(app.get(DataSource));
    return await work(app);
  } finally {
    await app.close();
  }
}
