import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newId } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { BlobRemovals } from './blob-removals';
import { BlobStore } from './blob-store';
import { FileStoreOwner } from './file-store-owner';
import { FileStoreStore } from './file-store.store';
import { LocalBlobStore } from './local-blob-store';
import { StorageModule } from './storage.module';

describe('the file store of an installation', () => {
  let context: ServiceContext;
  let folder: string;
  let spare: string;
  let parked: string;

  beforeAll(async () => {
    spare = await mkdtemp(join(tmpdir(), 'privacy-chat-owner-'));
    context = await startContext([StorageModule], { DATA_DIR: spare });
    folder = join(spare, 'blobs');
    parked = join(spare, 'parked');
  });
  afterAll(async () => {
    await context?.stop();
    await rm(spare, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await context.db.query('DELETE FROM file_store; DELETE FROM blob_removals');
    await Promise.all([folder, parked].map((path) => rm(path, { recursive: true, force: true })));
  });

  /** Returns the parts of a process that has just started. */
  const started = (): FileStoreOwner =>
    new FileStoreOwner(new LocalBlobStore(folder), context.get(FileStoreStore));
  const marks = async (): Promise<(string | undefined)[]> => {
    const { rows } = await context.db.query<{ id: string; marked: boolean }>(
      'SELECT id, marked FROM file_store',
    );
    return [
      ...rows.map(({ id, marked }) => (marked ? id : undefined)),
      await new LocalBlobStore(folder).readMark(),
    ];
  };
  const refusal = (reason: string) => expect.objectContaining({ code: 'unavailable', reason });
  const write = (name: string) => context.get(BlobStore).write(name, Readable.from(['content']));

  it('is marked once by the processes that start first', async () => {
    await Promise.all(Array.from({ length: 5 }, () => started().check()));
    const [id, mark] = await marks();
    expect(id).toEqual(expect.any(String));
    expect(mark).toBe(id);
    await started().check();
    expect(await marks()).toEqual([id, mark]);
  });

  it.each(['unmarked', 'foreign'] as const)('is not an %s folder in its place', async (reason) => {
    const owner = started();
    await owner.check();
    await rename(folder, parked);
    if (reason === 'foreign') await new LocalBlobStore(folder).writeMark(newId());
    for (const one of [owner, started()]) await expect(one.check()).rejects.toEqual(refusal(reason));
    await rm(folder, { recursive: true, force: true });
    await rename(parked, folder);
    for (const one of [owner, started()]) await one.check();
  });

  it('is not that of another installation if this one has no mark yet', async () => {
    await new LocalBlobStore(folder).writeMark(newId());
    await expect(started().check()).rejects.toEqual(refusal('foreign'));
  });

  describe('of an installation that has stored files before there were marks', () => {
    const names = ['documents/1/text', 'documents/2/text'];
    beforeEach(() =>
      context.db.query('INSERT INTO file_store (id, marked, sample) VALUES ($1, false, $2)', [
        newId(),
        names,
      ]),
    );

    it('is marked if it has one of them', async () => {
      await new LocalBlobStore(folder).write(names[1]!, Readable.from(['x']));
      await started().check();
      expect((await marks())[1]).toEqual(expect.any(String));
    });

    it('is not an empty folder', async () => {
      await mkdir(folder);
      await expect(started().check()).rejects.toEqual(refusal('unmarked'));
      expect(await marks()).toEqual([undefined, undefined]);
    });
  });

  it('reports a store that cannot be read as down', async () => {
    await writeFile(folder, 'a file where the folder should be');
    const down = expect.objectContaining({
      reason: 'down',
      cause: expect.objectContaining({ code: 'ENOTDIR' }),
    });
    await expect(started().check()).rejects.toEqual(down);
  });

  it('refuses everything while another folder is in its place, and creates nothing there', async () => {
    await write('documents/1/text');
    await context.get(BlobRemovals).expectClaim('documents/1/text');
    await rename(folder, parked);
    const blobs = context.get(BlobStore);
    const list = async (): Promise<void> => {
      for await (const name of blobs.list()) expect(name).toBe('never');
    };
    const content = Readable.from(['content']);
    for (const refused of [
      () => blobs.write('documents/2/text', content),
      () => blobs.read('documents/1/text'),
      () => blobs.delete('documents/1/text'),
      () => blobs.deletePrefix('documents/'),
      () => blobs.deleteUnfinished(new Date()),
      list,
    ])
      await expect(refused()).rejects.toEqual(refusal('unmarked'));
    expect(content.destroyed).toBe(true);
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });

    // A removal that met the wrong folder is planned still.
    await context.db.query('UPDATE blob_removals SET due_at = now()');
    await expect(context.get(BlobRemovals).sweep()).rejects.toEqual(refusal('unmarked'));
    await rename(parked, folder);
    expect(await text(await blobs.read('documents/1/text'))).toBe('content');
    await context.db.query('UPDATE blob_removals SET due_at = now()');
    expect(await context.get(BlobRemovals).sweep()).toBe(1);
    await expect(blobs.read('documents/1/text')).rejects.toMatchObject({ code: 'not_found' });
  });
});
