/** Files: a store by name, on disk or S3, and the encryption of their content. */
export { BlobRemovals } from './blob-removals';
export { PLANNED_REMOVALS, planningRemovals } from './blob-removals.store';
export { BlobStore, type WriteOptions } from './blob-store';
export { EncryptedBlobs } from './encrypted-blobs';
export { FilesUnavailable, FileStoreOwner, type FilesReason } from './file-store-owner';
export { MARKED_STORE, UNMARK_RESTORED_STORE } from './file-store.store';
export { LocalBlobStore } from './local-blob-store';
export { S3BlobStore, type S3Options } from './s3-blob-store';
export { BlobStoreModule, openBlobStore, StorageModule } from './storage.module';
export { SignedLinks, type SignedLink } from './signed-links';
