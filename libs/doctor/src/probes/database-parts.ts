import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CoreModule } from '@app/core';

@Module({})
class DoctorModule {}

/** The parts of the service that stand on PostgreSQL and the main keys, put together when the first of them is wanted. */
export class DatabaseParts {
  private app: Promise<INestApplicationContext> | undefined;

  /** @throws ConfigError where a setting is wrong; what the driver throws where PostgreSQL is away */
  async get<T>(part: Type<T> | (abstract new (...args: never[]) => T)): Promise<T> {
    this.app ??= NestFactory.createApplicationContext(
      { module: DoctorModule, imports: [CoreModule.register('operator')] },
      { logger: false, abortOnError: false },
    );
    return (await this.app).get<T>(part, { strict: false });
  }

  async close(): Promise<void> {
    await this.app?.then(
      (app) => app.close(),
      () => undefined, // It never came together: a check has said so.
    );
  }
}
