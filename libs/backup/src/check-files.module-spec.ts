import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@app/common';
import { BlobStore, StorageModule } from '@app/storage';
import { startContext, type ServiceContext } from '@app/testing';
import { CheckFiles } from './check-files';

describe('CheckFiles', () => {
  let context: ServiceContext;
  beforeAll(async () => {
    context = await startContext([StorageModule]);
  });
  afterAll(() => context?.stop());

  const check = () => new CheckFiles(context.ownerUrl, context.get(BlobStore)).execute();
  const write = (name: string) => context.get(BlobStore).write(name, Readable.from(['sealed']));
  /** Creates a document with a data key, and returns the name of its text. */
  const aDocument = async (): Promise<string> => {
    const id = newId();
    await context.db.query(
      String.raw`INSERT INTO documents (id, organization_id, user_id, file_name, text_bytes)
                 VALUES ($1, $2, $3, '\x00', 6)`,
      [id, newId(), newId()],
    );
    await context.db.query(
      String.raw`INSERT INTO data_keys (subject_id, key_id, wrapped) VALUES ($1, 'test', '\x00ff')`,
      [id],
    );
    return `documents/${id}/text`;
  };

  it('finds nothing in an installation that has stored nothing', async () => {
    expect(await check()).toEqual({ stored: 0, named: 0, missing: 0, orphaned: 0, missing_files: [] });
  });

  it('counts files that rows name, files without a row, and not those that will be removed', async () => {
    const [stored, missing] = [await aDocument(), await aDocument()];
    for (const name of [stored, `documents/${newId()}/text`, `chats/${newId()}/${newId()}`, 'jobs/unknown'])
      await write(name);
    const removed = `documents/${newId()}/`;
    for (const name of [`${removed}text`, `jobs/${newId()}/audio`]) {
      await write(name);
      const planned = name.startsWith(removed) ? removed : name;
      await context.db.query('INSERT INTO blob_removals (name, due_at) VALUES ($1, now())', [planned]);
    }
    expect(await check()).toEqual({
      stored: 6,
      named: 2,
      missing: 1,
      orphaned: 3,
      missing_files: [missing],
    });
  });

  it('refuses a store that is not that of the installation, in which everything would be missing', async () => {
    const [folder, parked] = ['blobs', 'parked'].map((name) => join(context.dataDir, name));
    await rename(folder!, parked!);
    await expect(check()).rejects.toMatchObject({ code: 'unavailable' });
    await rm(folder!, { recursive: true, force: true });
    await rename(parked!, folder!);
    expect(await check()).toMatchObject({ named: 2 });
  });
});
