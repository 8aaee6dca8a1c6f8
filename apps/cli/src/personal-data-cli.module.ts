import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { CryptoModule } from '@app/crypto';
import { DatabaseModule } from '@app/database';
import { ObservabilityModule } from '@app/observability';
import { PersonalDataModule } from '@app/personal-data';
import { QueueModule } from '@app/queue';

/** What erasing and exporting a person needs: PostgreSQL, ENCRYPTION_KEYS and the blob store. */
@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
    ObservabilityModule,
    DatabaseModule,
    AuditModule.register('operator'),
    CryptoModule,
    QueueModule,
    PersonalDataModule,
  ],
})
export class PersonalDataCliModule {}
