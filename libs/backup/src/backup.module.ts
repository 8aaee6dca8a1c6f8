import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { BlobStore, BlobStoreModule } from '@app/storage';
import { CreateBackup } from './create-backup';
import { RestoreBackup } from './restore-backup';

/** Needs PostgreSQL and the blob store. A backup copies ciphertext, so ENCRYPTION_KEYS are not needed. */
@Module({
  imports: [ConfigModule.forFeature(databaseConfig), BlobStoreModule],
  providers: [
    {
      provide: CreateBackup,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: ({ ownerUrl }: DatabaseConfig, blobs: BlobStore) => new CreateBackup(ownerUrl, blobs),
    },
    {
      provide: RestoreBackup,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: (database: DatabaseConfig, blobs: BlobStore) => new RestoreBackup(database, blobs),
    },
  ],
  exports: [CreateBackup, RestoreBackup],
})
export class BackupModule {}
