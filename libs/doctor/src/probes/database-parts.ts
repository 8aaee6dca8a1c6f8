import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from '@app/core';
import { JobRecordsModule } from '@app/job-records';
import { OperationModule } from '@app/operation';

@Module({})
class DoctorModule {}

/** Provides the parts of the service that need PostgreSQL and the main keys, created on first use. */
export class DatabaseParts {
  private app: Promise<INestApplicationContext> | undefined;

  /** @throws ConfigError if a setting is wrong; the driver's error if PostgreSQL is unreachable */
  async get<T>(part: Type<T> | (abstract new (...args: never[]) => T)): Promise<T> {
    this.app ??= NestFactory.createApplicationContext(
      { module: DoctorModule, imports: [CoreModule.register('operator'), JobRecordsModule, OperationModule] },
      { logger: false, abortOnError: false },
    );
    return (await this.app).get<T>(part, { strict: false });
  }

  async close(): Promise<void> {
    await this.app?.then(
      (app) => app.close(),
      () => undefined, // The parts were never created, which a check has reported.
    );
  }
}
