import { AppError } from '@app/common';
import type { BlobStore } from '@app/storage';
import type { SnapshotStore } from './snapshot.store';

/**
 * Checks that the file store has the mark of the installation that the snapshot is of.
 *
 * @throws AppError `unavailable`
 */
export async function assertOwnStore(snapshot: SnapshotStore, blobs: BlobStore): Promise<void> {
  const id = await snapshot.markedStore();
  if (id !== undefined && (await blobs.readMark()) !== id)
    throw new AppError(
      'unavailable',
      'The file store is not that of this installation: mount the volume, or correct DATA_DIR or the S3_ settings',
    );
}
