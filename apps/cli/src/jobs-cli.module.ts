import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { AccountsModule } from '@app/auth';
import { CryptoModule } from '@app/crypto';
import { DatabaseModule } from '@app/database';
import { JobsModule } from '@app/jobs';
import { ObservabilityModule } from '@app/observability';
import { QueueModule } from '@app/queue';

/** What looking after jobs and webhooks needs; without Redis the sweep does the ringing. */
@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
    ObservabilityModule,
    DatabaseModule,
    AuditModule.register('operator'),
    CryptoModule,
    QueueModule,
    AccountsModule,
    JobsModule,
  ],
})
export class JobsCliModule {}
