import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Users } from '@app/accounts';
import { AppError } from '@app/common';
import { CoreModule } from '@app/core';
import { DataSubjectRightsModule, EraseUser, ExportUser, type ErasureReport } from '@app/data-subject-rights';

/** Needs PostgreSQL, ENCRYPTION_KEYS and the blob store. */
const PARTS = [CoreModule.register('operator'), DataSubjectRightsModule];

export const eraseUser = (userName: string): Promise<ErasureReport> =>
  runWith(PARTS, (app) => app.get(EraseUser).execute(userName));

/** @param out the path of the archive, which must not exist yet */
export const exportUser = (
  userName: string,
  out: string,
): Promise<{ user: string; file: string; bytes: number }> =>
  runWith(PARTS, async (app) => {
    const user = await app.get(Users).find(userName);
    const file = await createFile(out);
    const person = { userId: user.id, organizationId: user.organizationId, userName: user.userName };
    await write(await app.get(ExportUser).execute(person), file);
    return { user: user.id, file: out, bytes: file.bytesWritten };
  });

type File = ReturnType<typeof createWriteStream>;

/**
 * Creates a file that only the operator can read.
 *
 * @throws AppError `bad_request` if the file exists or cannot be created
 */
function createFile(path: string): Promise<File> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  return new Promise((resolve, reject) => {
    file.once('open', () => resolve(file));
    file.once('error', () =>
      reject(
        new AppError(
          'bad_request',
          '--out names a file that exists or cannot be written; expected a new one',
        ),
      ),
    );
  });
}

/** Deletes an incomplete archive. */
async function write(archive: NodeJS.ReadableStream, file: File): Promise<void> {
  try {
    await pipeline(archive, file);
  } catch (error) {
    await rm(file.path, { force: true });
    throw error;
  }
}
