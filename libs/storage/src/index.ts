/** Files: a store by name, on disk or S3, and the encryption of their content. */
export { BlobRemovals } from './blob-removals';
export { planningRemovals } from './blob-removals.store';
export { BlobStore, type WriteOptions } from './blob-store';
export { EncryptedBlobs } from './encrypted-blobs';
export { LocalBlobStore } from './local-blob-store';
export { S3BlobStore, type S3Options } from './s3-blob-store';
export { BlobStoreModule, openBlobStore, StorageModule } from './storage.module';
export { SignedLinks, type SignedLink } from './signed-links';
