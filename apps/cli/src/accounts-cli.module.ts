import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { AccountsModule } from '@app/auth';
import { AsOwnerModule, DatabaseModule } from '@app/database';

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

/** The same as the owner of the tables: for the audit trail, of which the programs' role may read and delete nothing. */
@Module({ imports: [AsOwnerModule, AccountsCliModule] })
export class AuditCliModule {}
