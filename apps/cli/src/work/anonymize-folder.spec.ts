import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assert, array, asyncProperty, constantFrom, record, string } from 'fast-check';
import { AppError } from '@app/common';
import { anonymizeFiles, type FolderSummary, type FolderWork } from './anonymize-folder';
import { FolderReport, type FileOutcome } from './folder-report';

const NAME = /Müller|Weber/g;
const hidden = (text: string): string => text.replaceAll(NAME, '[NAME_1]');

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'folder-'));
});
afterEach(() => rm(base, { recursive: true }));

const put = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(join(base, 'in', path)), { recursive: true });
  await writeFile(join(base, 'in', path), content);
};
const written = (path: string): Promise<string> => readFile(join(base, 'out', path), 'utf8');
const report = (): Promise<string> => readFile(join(base, 'out.csv'), 'utf8');

/** Anonymizes the folder. @returns also the names of the files that were anonymized */
async function run(
  anonymize: FolderWork['anonymize'] = async (name, content) => ({
    name: hidden(name),
    content: Buffer.from(hidden(content.toString())),
    values: { Names: 2, Emails: 1 },
    dropped: { metadata: 1 },
  }),
): Promise<FolderSummary & { files: string[] }> {
  const files: string[] = [];
  const summary = await anonymizeFiles({
    from: join(base, 'in'),
    to: join(base, 'out'),
    hideFolders: async (paths) => paths.map(hidden),
    limitOf: (name) => {
      if (!name.endsWith('.txt')) throw new AppError('invalid_file', 'Invalid file: its type');
      return 100;
    },
    anonymize: async (name, content) => {
      files.push(name);
      return anonymize(name, content);
    },
    onProgress: () => undefined,
  });
  return { ...summary, files };
}

describe('anonymizeFiles', () => {
  it('writes each file to the same place, with values replaced in names of folders and files', async () => {
    await put('Müller/letter of Weber.txt', 'Dear Müller');
    await put('notes.txt', 'none');
    expect(await run()).toMatchObject({ done: 2, refused: 0, kept: 0 });
    expect(await written('[NAME_1]/letter of [NAME_1].txt')).toBe('Dear [NAME_1]');
    expect(await written('notes.txt')).toBe('none');
    const [head, first] = (await report()).split('\r\n');
    expect(head).toBe('path,status,written,values,dropped,error,sha256');
    expect(first).toMatch(
      /^\.\/Müller\/letter of Weber\.txt,done,\.\/\[NAME_1\]\/letter of \[NAME_1\]\.txt,Names=2; Emails=1,metadata=1,,[0-9a-f]{64}$/,
    );
  });

  it('gives two files different names if the replacements make their names equal', async () => {
    await put('Müller.txt', 'a');
    await put('Weber.txt', 'b');
    await run();
    expect([await written('[NAME_1].txt'), await written('[NAME_1] (2).txt')]).toEqual(['a', 'b']);
  });

  it('does each file once, and again only if it was changed, refused or lost', async () => {
    for (const name of ['same', 'changed', 'lost', 'refused']) await put(`${name}.txt`, name);
    let refuses = true;
    const anonymize: FolderWork['anonymize'] = async (name, content) => {
      if (refuses && name === 'refused.txt') throw new AppError('file_unverifiable', 'A value is left');
      return { name, content, values: {}, dropped: {} };
    };
    expect(await run(anonymize)).toMatchObject({ done: 3, refused: 1, kept: 0 });
    expect(await report()).toContain('./refused.txt,refused,,,,file_unverifiable,');
    await put('changed.txt', 'changed since');
    await rm(join(base, 'out/lost.txt'));
    refuses = false;
    const again = await run(anonymize);
    expect(again).toMatchObject({ done: 3, refused: 0, kept: 1 });
    expect(again.files.sort()).toEqual(['changed.txt', 'lost.txt', 'refused.txt']);
    expect(await written('changed.txt')).toBe('changed since');
    expect((await readdir(join(base, 'out'))).sort()).toEqual([
      'changed.txt',
      'lost.txt',
      'refused.txt',
      'same.txt',
    ]);
    expect((await report()).split('\r\n')).toHaveLength(6);
  });

  it('leaves no half file and continues after a failure, also with a row that was not written to its end', async () => {
    await put('a.txt', 'a');
    await put('b.txt', 'b');
    const failing = run(async (name, content) => {
      if (name === 'b.txt') throw new Error('The database is gone');
      return { name, content, values: {}, dropped: {} };
    });
    await expect(failing).rejects.toThrow('The database is gone');
    expect(await readdir(join(base, 'out'))).toEqual(['a.txt']);
    await writeFile(join(base, 'out.csv'), `${await report()}./b.txt,done,./b.t`);
    await writeFile(join(base, 'out/.privacy-chat-part'), 'half');
    expect(await run()).toMatchObject({ done: 1, kept: 1, files: ['b.txt'] });
    expect((await readdir(join(base, 'out'))).sort()).toEqual(['a.txt', 'b.txt']);
  });

  it('reports files of other types and files that are too large as refused, and follows no links', async () => {
    await put('tool.exe', 'MZ');
    await put('large.txt', 'x'.repeat(101));
    await symlink('/etc/hostname', join(base, 'in/link.txt'));
    expect(await run()).toMatchObject({ done: 0, refused: 2, files: [] });
    expect(await report()).toMatch(/large\.txt,refused,,,,too_large,[^]*tool\.exe,refused,,,,invalid_file,/);
  });

  it('uses no folder with other files, and no folder within the other', async () => {
    await put('a.txt', 'a');
    await mkdir(join(base, 'out'));
    await writeFile(join(base, 'out/mine.txt'), '');
    await expect(run()).rejects.toThrow('OUT names a folder with other files');
    const within = anonymizeFiles({ from: base, to: join(base, 'out') } as FolderWork);
    await expect(within).rejects.toThrow('OUT must not be in IN');
    const missing = anonymizeFiles({ from: join(base, 'none'), to: join(base, 'new') } as FolderWork);
    await expect(missing).rejects.toThrow('IN names no folder');
  });
});

describe('FolderReport', () => {
  it('reads back every row that it wrote', async () => {
    const file = join(base, 'report.csv');
    const cell = string({ unit: 'grapheme' });
    const outcomes = array(
      record({ path: cell, status: constantFrom('done', 'refused'), written: cell, error: cell }),
    );
    await assert(
      asyncProperty(outcomes, async (rows) => {
        await rm(file, { force: true });
        const first = await FolderReport.open(file);
        const all = rows.map((row) => ({ ...row, values: '', dropped: '', sha256: '' }) as FileOutcome);
        for (const outcome of all) await first.add(outcome);
        const byPath = new Map(all.map((outcome) => [outcome.path, outcome]));
        expect((await FolderReport.open(file)).all).toEqual([...byPath.values()]);
      }),
      { numRuns: 30 },
    );
  });
});
