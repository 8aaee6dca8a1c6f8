import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { storageConfig, type StorageConfig } from '@app/config';
import { BlobRemovalRow } from './blob-removal.entity';
import { BlobRemovals } from './blob-removals';
import { BlobStore } from './blob-store';
import { EncryptedBlobs } from './encrypted-blobs';
import { LocalBlobStore } from './local-blob-store';
import { S3BlobStore } from './s3-blob-store';

@Module({
  imports: [ConfigModule.forFeature(storageConfig), TypeOrmModule.forFeature([BlobRemovalRow])],
  providers: [
    {
      provide: BlobStore,
      inject: [storageConfig.KEY],
      useFactory: (config: StorageConfig): BlobStore =>
        config.kind === 's3' ? new S3BlobStore(config) : new LocalBlobStore(config.folder),
    },
    BlobRemovals,
    EncryptedBlobs,
  ],
  exports: [BlobStore, BlobRemovals, EncryptedBlobs],
})
export class StorageModule {}
