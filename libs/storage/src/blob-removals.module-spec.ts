import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { startContext, type ServiceContext } from '@app/testing';
import { BlobRemovals } from './blob-removals';
import { BlobStore, MARK } from './blob-store';
import { StorageModule } from './storage.module';

const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-removals-'));
let context: ServiceContext;
let removals: BlobRemovals;
let blobs: BlobStore;
let db: DataSource;

beforeAll(async () => {
  context = await startContext([StorageModule], { DATA_DIR: dataDir });
  removals = context.app.get(BlobRemovals);
  blobs = context.app.get(BlobStore);
  db = context.app.get(DataSource);
});
afterAll(async () => {
  await context.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const write = (...names: string[]) =>
  Promise.all(names.map((name) => blobs.write(name, Readable.from([Buffer.from('x')]))));
const files = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== MARK)
    .map(({ name }) => name)
    .sort();
const planned = async (): Promise<number> =>
  (await context.db.query('SELECT FROM blob_removals')).rows.length;
const makeDue = () => context.db.query('UPDATE blob_removals SET due_at = now()');

describe('BlobRemovals', () => {
  it('removes planned files and folders, and nothing else', async () => {
    await write('chats/1/a', 'chats/1/b', 'chats/12/c', 'documents/1/text');
    await db.transaction((tx) => removals.plan(tx, ['chats/1/', 'documents/1/text']));
    await removals.carryOut(['chats/1/', 'documents/1/text']);
    expect(await files()).toEqual(['c']);
    expect(await planned()).toBe(0);
  });

  it('plans nothing if the transaction rolls back', async () => {
    const failing = db.transaction(async (tx) => {
      await removals.plan(tx, ['chats/12/']);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await planned()).toBe(0);
  });

  it('removes files later if the store was down [PRIV-33]', async () => {
    await db.transaction((tx) => removals.plan(tx, ['chats/12/c/']));
    await blobs.delete('chats/12/c');
    await rm(join(dataDir, 'blobs/chats/12'), { recursive: true });
    await writeFile(join(dataDir, 'blobs/chats/12'), 'where the folder should be');
    await removals.carryOut(['chats/12/c/']);
    await makeDue();
    await expect(removals.sweep()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await planned()).toBe(1);

    await rm(join(dataDir, 'blobs/chats/12'));
    await write('chats/12/c/d');
    // Retried after a delay, not immediately.
    expect(await removals.sweep()).toBe(0);
    await makeDue();
    expect(await removals.sweep()).toBe(1);
    expect(await files()).toEqual([]);
    expect(await planned()).toBe(0);
  });

  it("removes a dead process's partial files a day later", async () => {
    const [old, young] = ['.unfinished-old', '.unfinished-young'].map((name) => join(dataDir, 'blobs', name));
    for (const path of [old!, young!]) await writeFile(path, 'half');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(old!, yesterday, yesterday);
    await removals.sweep();
    expect(await files()).toEqual(['.unfinished-young']);
    await rm(young!);
  });

  it('keeps a claimed file, and removes one that was not claimed in time', async () => {
    await Promise.all(['chats/2/kept', 'chats/2/lost'].map((name) => removals.expectClaim(name)));
    await write('chats/2/kept', 'chats/2/lost');
    await db.transaction((tx) => removals.claim(tx, 'chats/2/kept'));
    await removals.sweep();
    expect(await files()).toEqual(['kept', 'lost']);
    await makeDue();
    await removals.sweep();
    expect(await files()).toEqual(['kept']);
  });
});
