import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { httpConfig, storageConfig, type StorageConfig } from '@app/config';
import { BlobRemovals } from './blob-removals';
import { BlobRemovalRow, BlobRemovalsStore } from './blob-removals.store';
import { BlobStore } from './blob-store';
import { EncryptedBlobs } from './encrypted-blobs';
import { LocalBlobStore } from './local-blob-store';
import { S3BlobStore } from './s3-blob-store';
import { SignedLinks } from './signed-links';

/** Opens S3 or a folder of this machine, as configured. */
export const openBlobStore = (config: StorageConfig): BlobStore =>
  config.kind === 's3' ? new S3BlobStore(config) : new LocalBlobStore(config.folder);

/** The files as they are stored. Needs neither PostgreSQL nor main keys. */
@Module({
  imports: [ConfigModule.forFeature(storageConfig)],
  providers: [{ provide: BlobStore, inject: [storageConfig.KEY], useFactory: openBlobStore }],
  exports: [BlobStore],
})
export class BlobStoreModule {}

@Module({
  imports: [ConfigModule.forFeature(httpConfig), BlobStoreModule, TypeOrmModule.forFeature([BlobRemovalRow])],
  providers: [BlobRemovals, BlobRemovalsStore, EncryptedBlobs, SignedLinks],
  exports: [BlobStoreModule, BlobRemovals, EncryptedBlobs, SignedLinks],
})
export class StorageModule {}
