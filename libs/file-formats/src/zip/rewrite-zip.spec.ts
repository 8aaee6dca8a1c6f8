import { zipFile } from '@app/testing';
import { partsOf } from '../../testing/office-fixtures';
import { partsWithValues, readTexts, writeTexts } from '../editing/edit-file';
import type { Droppable } from '../editing/file-format';
import { codeOf, restoringCodeOf } from '../format-code';
import { zipCode } from './rewrite-zip';

const options = { drop: new Set<Droppable>(), codeOf };

describe('zipCode', () => {
  it('rewrites each file, and the names of files and folders', async () => {
    const file = await zipFile({
      'Anna Weber/list.csv': 'name\nAnna Weber\n',
      'Anna Weber.txt': 'by Anna Weber',
    });
    const { texts } = await readTexts(zipCode, file, options);
    const changes = texts.map(({ text }) => {
      const start = text.indexOf('Anna Weber');
      return {
        length: text.length,
        of: start < 0 ? [] : [{ start, end: start + 10, replacement: '[NAME_1]' }],
      };
    });
    const { content } = await writeTexts(zipCode, file, { changes, memory: [] }, options);
    expect(await partsWithValues(zipCode, content, ['Anna Weber'], options)).toEqual([]);
    const again = await readTexts(zipCode, content, options);
    expect(again.texts.map(({ text }) => text)).toEqual([
      '[NAME_1]',
      'list',
      'name',
      '[NAME_1]',
      '[NAME_1]',
      'by [NAME_1]',
    ]);
  });

  it('shows the whole name of a folder, also after a dot', async () => {
    const file = await zipFile({ 'Dr. Anna Weber/a.txt': 'x' });
    const { texts } = await readTexts(zipCode, file, options);
    expect(texts.map(({ text }) => text)).toEqual(['Dr. Anna Weber', 'a', 'x']);
  });

  it('restores files, and keeps those that people added', async () => {
    const file = await zipFile({
      'a.txt': '[NAME_1]',
      'logo.png': 'no picture',
      'a.exe': 'MZ',
      'b.zip': 'PK',
    });
    const restoring = { ...options, codeOf: restoringCodeOf, isRestoring: true as const };
    const { texts } = await readTexts(zipCode, file, restoring);
    const changes = texts.map(({ text }) => ({
      length: text.length,
      of: text === '[NAME_1]' ? [{ start: 0, end: 8, replacement: 'Anna Weber' }] : [],
    }));
    const { content } = await writeTexts(zipCode, file, { changes, memory: [] }, restoring);
    expect(Object.fromEntries([...partsOf(content)].map(([name, part]) => [name, part.toString()]))).toEqual({
      'a.txt': 'Anna Weber',
      'logo.png': 'no picture',
      'a.exe': 'MZ',
      'b.zip': 'PK',
    });
  });

  it.each([
    ['a file of another type', { 'a.exe': 'MZ' }, 'unknown_file'],
    ['an archive', { 'a.zip': 'PK' }, 'unknown_file'],
    ['a damaged file', { 'a.json': '{' }, 'damaged'],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}.txt`, 'x'])),
      'expands_too_far',
    ],
    ['no file', {}, 'empty'],
  ])('refuses an archive with %s', async (_, files, why) => {
    await expect(readTexts(zipCode, await zipFile(files), options)).rejects.toMatchObject({ why });
  });
});
