import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { AccountsModule } from '@app/auth';
import { DatabaseModule } from '@app/database';

/** What managing organizations and users needs: PostgreSQL alone. */
@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
    DatabaseModule,
    AuditModule.register('operator'),
    AccountsModule,
  ],
})
export class AccountsCliModule {}
