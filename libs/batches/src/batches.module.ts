import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SpendingModule } from '@app/budgets';
import { LlmModule } from '@app/llm';
import { HideBodyModule } from '@app/openai-gateway';
import { PoliciesModule, PolicyModule } from '@app/policy';
import { StorageModule } from '@app/storage';
import { TombstonesModule } from '@app/tombstones';
import { BatchFileRow, BatchLineRow, BatchRow, ProviderRemovalRow } from './batches.entities';
import { BatchFilesStore } from './batch-files.store';
import { BatchResults } from './batch-results';
import { BatchesStore } from './batches.store';
import { DeleteBatches } from './delete-batches';
import { FollowBatches } from './follow-batches';
import { HideBatch } from './hide-batch';
import { OwnBatchFiles } from './own-batch-files';
import { OwnBatches } from './own-batches';
import { ProviderRemovalsStore } from './provider-removals.store';
import { UploadBatchFile } from './upload-batch-file';

const STORED = [BatchFilesStore, BatchesStore, DeleteBatches, OwnBatchFiles, ProviderRemovalsStore];

/** Stored batches and their files. */
@Module({
  imports: [
    TypeOrmModule.forFeature([BatchRow, BatchLineRow, BatchFileRow, ProviderRemovalRow]),
    StorageModule,
    TombstonesModule,
  ],
  providers: STORED,
  exports: [...STORED, StorageModule],
})
export class StoredBatchesModule {}

/** Accepts batches. */
@Module({
  imports: [HideBodyModule, LlmModule, PoliciesModule, StoredBatchesModule],
  providers: [OwnBatches, UploadBatchFile],
  exports: [OwnBatches, StoredBatchesModule, UploadBatchFile],
})
export class BatchesModule {}

/** Runs batches in the program that imports it. */
@Module({
  imports: [HideBodyModule, LlmModule, PolicyModule, SpendingModule, StoredBatchesModule],
  providers: [BatchResults, FollowBatches, HideBatch],
  exports: [FollowBatches],
})
export class BatchRunnerModule {}
