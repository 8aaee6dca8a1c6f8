import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { httpConfig, storageConfig, type StorageConfig } from '@app/config';
import { BlobRemovals } from './blob-removals';
import { BlobRemovalRow, BlobRemovalsStore } from './blob-removals.store';
import { BlobStore } from './blob-store';
import { EncryptedBlobs } from './encrypted-blobs';
import { FileStoreOwner } from './file-store-owner';
import { FileStoreRow, FileStoreStore } from './file-store.store';
import { LocalBlobStore } from './local-blob-store';
import { OwnedBlobStore } from './owned-blob-store';
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

/** Injection token: the files as they are stored, of any installation. */
const FILES = Symbol('FILES');

/** The files of this installation. */
@Module({
  imports: [
    ConfigModule.forFeature(httpConfig),
    ConfigModule.forFeature(storageConfig),
    TypeOrmModule.forFeature([BlobRemovalRow, FileStoreRow]),
  ],
  providers: [
    BlobRemovals,
    BlobRemovalsStore,
    EncryptedBlobs,
    FileStoreStore,
    SignedLinks,
    { provide: FILES, inject: [storageConfig.KEY], useFactory: openBlobStore },
    {
      provide: FileStoreOwner,
      inject: [FILES, FileStoreStore],
      useFactory: (files: BlobStore, rows: FileStoreStore) => new FileStoreOwner(files, rows),
    },
    {
      provide: BlobStore,
      inject: [FILES, FileStoreOwner],
      useFactory: (files: BlobStore, owner: FileStoreOwner) => new OwnedBlobStore(files, owner),
    },
  ],
  exports: [BlobRemovals, BlobStore, EncryptedBlobs, FileStoreOwner, SignedLinks],
})
export class StorageModule {}
