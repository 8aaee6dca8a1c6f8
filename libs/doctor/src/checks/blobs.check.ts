import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, newId } from '@app/common';
import { storageConfig } from '@app/config';
import { openBlobStore } from '@app/storage';
import { Check, failed, ok, reasonOf, type Finding } from '../check';

/** Files can be written, read and deleted. */
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
      if (!isWhole)
        return failed(`${where} gave back something else than was written`, 'Look after the store');
      const isGone = await store.read(key).then(
        (left) => (left.destroy(), false),
        (error: unknown) => error instanceof AppError && error.code === 'not_found',
      );
      if (!isGone) return failed(`${where} kept what was deleted`, 'Look after the store');
      return ok(`written to, read from and deleted in ${where}`);
    } catch (error) {
      const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
      return failed(
        `${where} cannot be used: ${reasonOf(cause)}`,
        'Correct the rights of DATA_DIR, or the S3_ settings',
      );
    }
  }
}
