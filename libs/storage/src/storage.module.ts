import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { storageConfig, type StorageConfig } from '@app/config';
import { BlobStore } from './blob-store';
import { EncryptedBlobs } from './encrypted-blobs';
import { LocalBlobStore } from './local-blob-store';
import { S3BlobStore } from './s3-blob-store';

@Module({
  imports: [ConfigModule.forFeature(storageConfig)],
  providers: [
    {
      provide: BlobStore,
      inject: [storageConfig.KEY],
      useFactory: (config: StorageConfig): BlobStore =>
        config.kind === 's3' ? new S3BlobStore(config) : new LocalBlobStore(config.folder),
    },
    EncryptedBlobs,
  ],
  exports: [BlobStore, EncryptedBlobs],
})
export class StorageModule {}
