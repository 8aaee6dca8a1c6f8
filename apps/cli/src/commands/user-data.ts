import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { FindUser } from '@app/auth';
import { AppError } from '@app/common';
import { EraseUser, ExportUser } from '@app/personal-data';
import { PersonalDataCliModule } from '../personal-data-cli.module';
import { print } from '../print';
import { runWith } from '../run-with';
import { leaf } from './leaf';

/** `user export|erase` */
export function addUserData(user: Command): void {
  leaf(user, 'export <USERNAME>', 'write all that is kept of a user to a zip archive, in the clear')
    .requiredOption('--out <FILE>', 'where to; must not exist yet')
    .action(async (userName: string, { out, json }: { out: string; json?: boolean }) => {
      const exported = await runWith(PersonalDataCliModule, async (app) => {
        const { id: userId, organizationId, ...found } = await app.get(FindUser).execute(userName);
        const file = await createFile(out);
        await write(
          await app.get(ExportUser).execute({ userId, organizationId, userName: found.userName }),
          file,
        );
        return { user: userId, file: out, bytes: file.bytesWritten };
      });
      print(exported, { json });
    });

  leaf(
    user,
    'erase <USERNAME>',
    'delete a user and everything of theirs for good, and say how much it was',
  ).action(async (userName: string, options: { json?: boolean }) =>
    print(await runWith(PersonalDataCliModule, (app) => app.get(EraseUser).execute(userName)), options),
  );
}

type File = ReturnType<typeof createWriteStream>;

/** For the operator's eyes alone. @throws AppError `bad_request` where it exists, or cannot be made */
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

/** Half an archive is none. */
async function write(archive: NodeJS.ReadableStream, file: File): Promise<void> {
  try {
    await pipeline(archive, file);
  } catch (error) {
    await rm(file.path, { force: true });
    throw error;
  }
}
