import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { databaseConfig, type DatabaseConfig } from '@app/config';
import { BlobStore, BlobStoreModule } from '@app/storage';
import { CheckFiles } from './check-files';
import { CreateBackup } from './create-backup';
import { DrillRestore } from './drill-restore';
import { RestoreBackup } from './restore-backup';
import { RotateBackups } from './rotate-backups';

/** Needs PostgreSQL and the blob store. A backup copies ciphertext, so ENCRYPTION_KEYS are not needed. */
@Module({
  imports: [ConfigModule.forFeature(databaseConfig), BlobStoreModule],
  providers: [
    {
      provide: CheckFiles,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: ({ backupUrl, ownerUrl }: DatabaseConfig, blobs: BlobStore) =>
        new CheckFiles(backupUrl ?? ownerUrl, blobs),
    },
    {
      provide: CreateBackup,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: ({ backupUrl, ownerUrl }: DatabaseConfig, blobs: BlobStore) =>
        new CreateBackup(backupUrl ?? ownerUrl, blobs),
    },
    {
      provide: RotateBackups,
      inject: [CreateBackup],
      useFactory: (create: CreateBackup) => new RotateBackups(create),
    },
    {
      provide: DrillRestore,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: (database: DatabaseConfig, blobs: BlobStore) => new DrillRestore(database, blobs),
    },
    {
      provide: RestoreBackup,
      inject: [databaseConfig.KEY, BlobStore],
      useFactory: (database: DatabaseConfig, blobs: BlobStore) => new RestoreBackup(database, blobs),
    },
  ],
  exports: [CheckFiles, CreateBackup, DrillRestore, RestoreBackup, RotateBackups],
})
export class BackupModule {}
