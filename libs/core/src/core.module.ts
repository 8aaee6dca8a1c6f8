import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Clock, SystemClock } from '@app/common';
import { AuditModule, type ActorKind } from '@app/audit';
import { CryptoModule } from '@app/crypto';
import { DataKeysModule } from '@app/data-keys';
import { DatabaseModule, type DatabaseRole } from '@app/database';
import { ObservabilityModule } from '@app/observability';

/** The one global module: settings, the clock, PostgreSQL, the audit trail, log and metrics, main keys and data keys. */
@Module({})
export class CoreModule {
  /** @param actor the actor of this program */
  static register(actor: ActorKind): DynamicModule {
    const { imports = [], ...core } = CoreModule.withoutKeys(actor);
    return {
      ...core,
      imports: [...imports, ObservabilityModule, CryptoModule, DataKeysModule],
      exports: [AuditModule, DatabaseModule, ObservabilityModule, CryptoModule, DataKeysModule, Clock],
    };
  }

  /**
   * Provides only PostgreSQL and the audit trail, for programs that need no encryption and run before ENCRYPTION_KEYS
   * are set.
   *
   * @param role the role that connects to the database
   */
  static withoutKeys(actor: ActorKind, role: DatabaseRole = 'programs'): DynamicModule {
    return {
      module: CoreModule,
      global: true,
      imports: [
        // Only libs/config reads settings, from the environment and its files.
        ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
        // An operator waits for a long command, and can interrupt it.
        DatabaseModule.connect(role, actor !== 'operator'),
        AuditModule.register(actor),
      ],
      providers: [{ provide: Clock, useClass: SystemClock }],
      exports: [AuditModule, DatabaseModule, Clock],
    };
  }
}
