import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import {
  FIXTURES,
  hide,
  officeFixtures,
  restore,
  rewritten,
  squeezed,
  VALUES,
} from '../../libs/file-formats/testing/office-fixtures';

const run = promisify(execFile);

/**
 * LibreOffice opens every rewritten office file and prints it. Needs `soffice` with Writer, Calc and Impress, and `pdftotext`
 * and `pdfinfo` of poppler.
 */
describe('LibreOffice', () => {
  const fixtures = officeFixtures();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'])(
    'prints rewritten %s files as it prints the files before, without planted values',
    async (format) => {
      const ofFormat = fixtures.filter(({ name }) => name.endsWith(`.${format}`));
      for (const { name, drop } of ofFormat) {
        const file = await readFile(join(FIXTURES, name));
        const { content } = await rewritten(name, file, hide, { drop });
        const { content: restored } = await rewritten(name, content, restore, { isRestoring: true });
        for (const [state, bytes] of Object.entries({ before: file, hidden: content, restored })) {
          await mkdir(join(folder, format, state), { recursive: true });
          await writeFile(join(folder, format, state, basename(name)), bytes);
        }
      }
      const names = ofFormat.map(({ name }) => basename(name));
      for (const state of ['before', 'hidden', 'restored']) await print(join(folder, format, state), names);
      const wrong: string[] = [];
      for (const name of names) {
        const [before, hidden, restored] = await Promise.all(
          ['before', 'hidden', 'restored'].map((state) => printed(join(folder, format, state), name)),
        );
        const left = VALUES.filter((value) => squeezed(hidden!.text).includes(squeezed(value)));
        if (left.length > 0) wrong.push(`${name}: ${left.join(', ')} is left`);
        if (hidden!.pages !== before!.pages)
          wrong.push(`${name}: ${before!.pages} pages became ${hidden!.pages}`);
        if (!NUMBERS_AS_TEXTS.has(name) && comparable(restored!.text) !== comparable(before!.text))
          wrong.push(`${name}: the restored text differs`);
      }
      expect(wrong).toEqual([]);
    },
  );

  async function print(where: string, names: readonly string[]): Promise<void> {
    const files = names.map((name) => join(where, name));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', where, ...files]);
  }
});

async function printed(where: string, name: string): Promise<{ text: string; pages: number }> {
  const file = join(where, name.replace(/\.\w+$/, '.pdf'));
  const [{ stdout: text }, { stdout: info }] = await Promise.all([
    run('pdftotext', ['-layout', file, '-']),
    run('pdfinfo', [file]),
  ]);
  return { text, pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]) };
}

/** In OpenDocument, a hidden number comes back as a text: it is shown in full, and a chart leaves it out. */
const NUMBERS_AS_TEXTS = new Set(['libreoffice-chart.ods', 'libreoffice-validations-formats.ods']);

/**
 * The letters of a page, in any order: a label is set in another place than the value. Spreadsheets shorten
 * large numbers, but no texts.
 */
const comparable = (text: string): string =>
  [...text.replaceAll(/\d[\d.,]*E\+\d+/g, '').replaceAll(/\P{L}/gu, '')].sort().join('');
