import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, integer } from 'fast-check';
import { newestBackup, RotateBackups } from './rotate-backups';

const NOW = new Date('2026-06-15T02:00:07Z');
const DAY_MS = 86_400_000;
const nameAt = (days: number): string =>
  new Date(NOW.getTime() - days * DAY_MS).toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';

describe('the rotation of backups', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'privacy-chat-rotation-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const report = { id: 'a', rows: 1, blobs: 0 };
  /** Writes empty files in place of a backup. */
  const create = {
    async execute(folder: string, keysFile?: string) {
      await mkdir(folder, { recursive: true });
      await writeFile(keysFile!, '');
      return report as never;
    },
  };
  const rotation = (at: string) => ({
    folder: join(at, 'backups'),
    keysFolder: join(at, 'keys'),
    keepDays: 30,
    keepKeysDays: 14,
  });

  it('deletes exactly the backups and keys that are too old, and no other files', async () => {
    const ages = array(integer({ min: 1, max: 400 }), { maxLength: 8 });
    await assert(
      asyncProperty(ages, async (days) => {
        const at = await mkdtemp(join(root, 'case-'));
        const { folder, keysFolder, keepDays, keepKeysDays } = rotation(at);
        for (const name of ['notes', '2020-01-01', ...days.map(nameAt)])
          await mkdir(join(folder, name), { recursive: true });
        await mkdir(keysFolder);
        for (const name of ['notes.gz', ...days.map((age) => `${nameAt(age)}.gz`)])
          await writeFile(join(keysFolder, name), '');
        await new RotateBackups(create).execute(rotation(at), NOW);
        const kept = (limit: number) => [0, ...days.filter((age) => age <= limit)].map(nameAt);
        expect(new Set(await readdir(folder))).toEqual(new Set(['notes', '2020-01-01', ...kept(keepDays)]));
        expect(new Set(await readdir(keysFolder))).toEqual(
          new Set(['notes.gz', ...kept(keepKeysDays).map((name) => `${name}.gz`)]),
        );
      }),
    );
  });

  it('deletes the unfinished keys of a killed backup when they are old', async () => {
    const { keysFolder } = rotation(root);
    await mkdir(keysFolder);
    for (const age of [1, 400]) await writeFile(join(keysFolder, `.${nameAt(age)}.gz`), '');
    expect(await new RotateBackups(create).execute(rotation(root), NOW)).toMatchObject({ deleted_keys: 1 });
    expect(new Set(await readdir(keysFolder))).toEqual(new Set([`.${nameAt(1)}.gz`, `${nameAt(0)}.gz`]));
  });

  it('deletes nothing if the backup fails', async () => {
    const { folder } = rotation(root);
    await mkdir(join(folder, nameAt(90)), { recursive: true });
    const failing = new RotateBackups({ execute: () => Promise.reject(new Error('away')) });
    await expect(failing.execute(rotation(root), NOW)).rejects.toThrow('away');
    expect(await readdir(folder)).toEqual([nameAt(90)]);
  });

  it('finds the newest finished backup that has its keys', async () => {
    const { folder, keysFolder } = rotation(root);
    for (const age of [0, 1, 2, 3]) await mkdir(join(folder, nameAt(age)), { recursive: true });
    for (const age of [1, 2, 3]) await writeFile(join(folder, nameAt(age), 'manifest.json'), '');
    await mkdir(keysFolder);
    await expect(newestBackup(folder, keysFolder)).rejects.toThrow('no finished backup with keys');
    for (const age of [0, 2, 3]) await writeFile(join(keysFolder, `${nameAt(age)}.gz`), '');
    expect(await newestBackup(folder, keysFolder)).toEqual({
      folder: join(folder, nameAt(2)),
      keysFile: join(keysFolder, `${nameAt(2)}.gz`),
    });
  });
});
