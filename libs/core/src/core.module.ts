import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule, type ActorKind } from '@app/audit';
import { CryptoModule } from '@app/crypto';
import { DataKeysModule } from '@app/data-keys';
import { DatabaseModule, type DatabaseRole } from '@app/database';
import { ObservabilityModule } from '@app/observability';

/** The one global module: settings, PostgreSQL, the audit trail, log and metrics, main keys and data keys. */
@Module({})
export class CoreModule {
  /** @param actor who acts in this program */
  static register(actor: ActorKind): DynamicModule {
    const { imports = [], ...core } = CoreModule.withoutKeys(actor);
    return {
      ...core,
      imports: [...imports, ObservabilityModule, CryptoModule, DataKeysModule],
      exports: [AuditModule, DatabaseModule, ObservabilityModule, CryptoModule, DataKeysModule],
    };
  }

  /**
   * PostgreSQL and the audit trail alone: for what touches nothing encrypted, and runs before ENCRYPTION_KEYS are set.
   *
   * @param role as whom the database is called
   */
  static withoutKeys(actor: ActorKind, role: DatabaseRole = 'programs'): DynamicModule {
    return {
      module: CoreModule,
      global: true,
      imports: [
        // Settings are read by libs/config alone, from the environment and files that it knows.
        ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
        DatabaseModule.connect(role),
        AuditModule.register(actor),
      ],
      exports: [AuditModule, DatabaseModule],
    };
  }
}
