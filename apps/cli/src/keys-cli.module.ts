import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { AuditModule } from '@app/audit';
import { CryptoModule } from '@app/crypto';
import { DatabaseModule } from '@app/database';

/** What looking after the main keys needs: PostgreSQL and ENCRYPTION_KEYS. */
@Module({
  imports: [
    ConfigModule.forRoot({ ignoreEnvFile: true, ignoreEnvVars: true }),
    DatabaseModule,
    AuditModule.register('operator'),
    CryptoModule,
  ],
})
export class KeysCliModule {}
