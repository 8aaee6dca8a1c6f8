import { text } from 'node:stream/consumers';
import type { DocumentsConfig, JobsConfig } from '@app/config';
import type { IsolatedPrograms, IsolatedWork } from './isolated-programs';
import { EditFiles, type FileToEdit } from './edit-files';

const PAGE_MS = 5_000;
const FILE: FileToEdit = { userId: 'a', format: 'pdf', content: Buffer.from('x'), drop: [] };
const { signal } = new AbortController();

/** Edits files by a program that answers with these pieces. */
function editFiles(answer: readonly string[], ocr = { languages: ['de', 'en'], minConfidence: 60 }) {
  let moreMs = 0;
  const heads: object[] = [];
  const programs = {
    async *run({ content, moreTimeFor }: IsolatedWork) {
      heads.push(JSON.parse((await text(content)).split('\n')[0]!) as object);
      for (const piece of answer.map((each) => Buffer.from(each))) {
        moreMs += moreTimeFor!(piece);
        yield piece;
      }
    },
  } as unknown as IsolatedPrograms;
  const limits = { concurrency: 1, fileTimeoutMs: 1, filePageTimeoutMs: PAGE_MS, memoryBytes: 1, ocr };
  const edit = new EditFiles(
    limits as unknown as DocumentsConfig,
    { maxTextBytes: 1 } as JobsConfig,
    programs,
  );
  return { edit, heads, pictures: () => moreMs / PAGE_MS };
}

describe('EditFiles', () => {
  it('gives a program more time for each picture that it has read', async () => {
    const { edit, pictures } = editFiles(['\n\n{"part":"text",', '"text":"a"}\n', '\n{"memory":[1]}\n']);
    await expect(edit.read(FILE, signal)).resolves.toEqual({
      texts: [{ part: 'text', text: 'a' }],
      memory: [1],
    });
    expect(pictures()).toBe(3);
  });

  it('gives more time also while a file is written and checked', async () => {
    const rewriting = { changes: [], memory: [] };
    const written = editFiles(['\n', '\n', '{"dropped":{}}\n%PDF\n']);
    const { content, report } = await written.edit.write(FILE, rewriting, signal);
    expect([content.toString(), report]).toEqual(['%PDF\n', { dropped: {} }]);
    expect(written.pictures()).toBe(2);
    const checked = editFiles(['\n[]', '\n']);
    await checked.edit.check(FILE, ['Anna'], signal);
    expect(checked.pictures()).toBe(1);
  });

  it('names the parts in which a value is left, and no more than three', async () => {
    const { edit, heads } = editFiles([JSON.stringify(['docProps/app.xml', 'other', 'text', 'cells'])]);
    const asked = { words: ['Anna'], terms: [] };
    await expect(edit.check(FILE, [], signal, asked)).rejects.toMatchObject({
      code: 'file_unverifiable',
      message: expect.stringContaining('a value is left in docProps/app.xml, other, text; remove it there'),
    });
    expect(heads).toMatchObject([{ values: [], asked }]);
  });

  it('runs no program to look for nothing', async () => {
    const { edit, heads } = editFiles([]);
    await edit.check(FILE, [], signal);
    expect(heads).toEqual([]);
  });

  it('gives more time for 1,000 pictures at most', async () => {
    const { edit, pictures } = editFiles(['\n'.repeat(900), '\n'.repeat(900), '{"memory":[]}\n']);
    await edit.read(FILE, signal);
    expect(pictures()).toBe(1_000);
  });

  it.each([
    ['de', ['de']],
    ['fr', ['de', 'en']],
    [undefined, ['de', 'en']],
  ])('reads pictures of a file in %j in %j', async (code, languages) => {
    const { edit, heads } = editFiles(['{"memory":[]}\n']);
    await edit.read({ ...FILE, ...(code && { language: { code } }) }, signal);
    expect(heads).toMatchObject([{ ocr: { languages, minConfidence: 60 } }]);
  });

  it('tells a program that it restores', async () => {
    const { edit, heads } = editFiles(['{"memory":[]}\n']);
    await edit.read({ ...FILE, isRestoring: true }, signal);
    expect(heads).toMatchObject([{ isRestoring: true, drop: [] }]);
  });
});
