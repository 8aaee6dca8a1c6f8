/** Batches of OpenAI's interface: their files, their lines without personal data, and their results. */
export { BatchesModule, BatchRunnerModule, StoredBatchesModule } from './batches.module';
export { DeleteBatches } from './delete-batches';
export { FollowBatches } from './follow-batches';
export { OwnBatches, type AskedBatch } from './own-batches';
export { OwnBatchFiles, PURPOSES, shownFile, type Purpose, type ShownFile } from './own-batch-files';
export { restoredBatches } from './restored-batches.store';
export { UploadBatchFile } from './upload-batch-file';
export { MAX_INPUT_BYTES, type AskedOfBatch } from './batch';
export { BATCH_FILES } from './named-batch-files.store';
