import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, newId } from '@app/common';
import { storageConfig } from '@app/config';
import { FilesUnavailable, FileStoreOwner, openBlobStore } from '@app/storage';
import { Check, failed, ok, reasonOf, type Finding } from '../check';
import type { DatabaseParts } from '../probes/database-parts';

/** Checks that the file store is that of this installation, and that files can be written, read and deleted. */
export class BlobsCheck extends Check {
  readonly name = 'files';
  override readonly needs = ['postgres', 'migrations'];

  constructor(private readonly parts: DatabaseParts) {
    super();
  }

  async run(): Promise<Finding> {
    const config = storageConfig();
    const where = config.kind === 's3' ? `S3 bucket ${config.bucket}` : config.folder;
    const wrong = await this.wrong();
    if (wrong)
      return failed(
        `${where} ${wrong}`,
        'Mount the volume, or correct DATA_DIR or the S3_ settings; see the runbook of FilesUnavailable',
      );
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
  /** Returns what makes the store that of another installation, if anything. A store that does not answer is tried later. */
  private async wrong(): Promise<string | undefined> {
    try {
      await (await this.parts.get(FileStoreOwner)).check();
      return undefined;
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error;
      return error.reason === 'down' ? undefined : WRONG[error.reason];
    }
  }
}

const WRONG = {
  unmarked: 'has no mark of an installation, as an empty folder where a volume should be',
  foreign: 'has the mark of another installation',
} as const;
