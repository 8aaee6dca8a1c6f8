import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, newId } from '@app/common';
import { storageConfig } from '@app/config';
import { openBlobStore } from '@app/storage';
import { Check, failed, ok, reasonOf, type Finding } from '../check';

/** Checks that files can be written, read and deleted. */
export class BlobsCheck extends Check {
  readonly name = 'files';

  async run(): Promise<Finding> {
    const config = storageConfig();
    const where = config.kind === 's3' ? `S3 bucket ${config.bucket}` : config.folder;
    const store = openBlobStore(config);
    const key = `doctor/${newId()}`;
    try {
      await store.write(key, Readable.from([key]));
      const isWhole = (await text(await store.read(key))) === key;
      await store.delete(key);
      if (!isWhole) return failed(`${where} returned other bytes than were written`, 'Check the store');
      const isGone = await store.read(key).then(
        (left) => (left.destroy(), false),
        (error: unknown) => error instanceof AppError && error.code === 'not_found',
      );
      if (!isGone) return failed(`${where} still contains a deleted file`, 'Check the store');
      return ok(`wrote to, read from and deleted in ${where}`);
    } catch (error) {
      const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
      return failed(
        `${where} cannot be used: ${reasonOf(cause)}`,
        'Correct the permissions of DATA_DIR, or the S3_ settings',
      );
    }
  }
}
