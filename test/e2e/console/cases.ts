import { basename, join } from 'node:path';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { PNG } from 'pngjs';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { zipFile } from '@app/testing';
import { visitor, page, textOf, send, asDemo } from './stage';

/** Makes a group of the demo user. */
async function joinGroup(name: string): Promise<void> {
  const demo = await asDemo();
  const { data: group } = await demo.post<{ data: { id: string } }>('/admin/v1/groups', { name });
  const { data: people } = await demo.get<{ data: { id: string }[] }>('/admin/v1/users');
  await demo.put(`/admin/v1/groups/${group.id}/members/${people[0]!.id}`);
}

const DOCUMENTS = join(__dirname, '../../fixtures/documents');
const FILES = join(__dirname, '../../fixtures/files');

/** Presses a button that makes a file, and downloads the file. @returns its path */
async function saved(press: () => Promise<void>): Promise<string> {
  await press();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    page.getByRole('button', { name: 'Download' }).click({ timeout: 120_000 }),
  ]);
  const path = `${await download.path()}${download.suggestedFilename().replace(/^.*(?=\.)/, '')}`;
  await download.saveAs(path);
  return path;
}

/** Writes a small scan: reading a whole page takes several seconds. @returns its path */
async function scanOfTwoLines(): Promise<string> {
  const page = PNG.sync.read(await readFile(join(FILES, 'png/screenshot-narrow.png')));
  const lines = new PNG({ width: 340, height: 80 });
  PNG.bitblt(page, lines, 40, 98, lines.width, lines.height);
  const path = join(await mkdtemp(join(tmpdir(), 'scan-')), 'scan.png');
  await writeFile(path, PNG.sync.write(lines));
  return path;
}

/** The part of the browser's class that is needed here. */
interface Transfer {
  items: { add(file: File): void };
}

/** Drops a file on the field for files of the screen. */
async function drop(path: string): Promise<void> {
  const file = { name: basename(path), base64: (await readFile(path)).toString('base64') };
  const dataTransfer = await page.evaluateHandle(({ name, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { DataTransfer } = globalThis as unknown as { DataTransfer: new () => Transfer };
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    return transfer;
  }, file);
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer });
  await page.getByText(file.name).waitFor();
}

const DOCUMENT = 'word/document.xml';

/** Returns the text of a Word document, without its formats. */
const textOfDocx = async (path: string): Promise<string> =>
  (await partsOf(path))[DOCUMENT]!.toString().replaceAll(/<[^>]*>/g, '');

/** Adds a sentence to the end of a Word document, as an editor does. */
async function writeInto(path: string, sentence: string): Promise<void> {
  const parts = await partsOf(path);
  const paragraph = `<w:p><w:r><w:t>${sentence}</w:t></w:r></w:p>`;
  const edited = parts[DOCUMENT]!.toString().replace(/(?=<w:sectPr|<\/w:body>)/, paragraph);
  await writeFile(path, await zipFile({ ...parts, [DOCUMENT]: edited }));
}

async function partsOf(path: string): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(await readFile(path));
  const parts: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return parts;
}

/** One replacement for a person in a whole case, and the way back. */
export function cases(): void {
  describe('the console, as npm start serves it', () => {
    let answer: string;

    it('makes a case, and hides the same values in the same way in its conversations', async () => {
      await joinGroup('Labor law');
      await visitor.follow('/cases');
      await page.getByText('No cases yet.').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'New case' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Schmidt ./. Nordwerk');
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Create case' }).click();
      await page.getByRole('button', { name: 'New conversation in this case' }).click();
      const choice = page.getByLabel('Case', { exact: true });
      expect(await choice.locator('option:checked').textContent()).toBe('Schmidt ./. Nordwerk');
      await send('Mr. Hans Müller called. What does he want?');
      await page.getByRole('link', { name: 'Case: Schmidt ./. Nordwerk' }).waitFor();
      const first = await textOf('.sent .pre');
      expect(first).not.toContain('Müller');
      answer = /Mr\. (.+?) called/.exec(first)![1]!;
      await page.getByRole('link', { name: 'New conversation' }).click();
      await choice.selectOption('Schmidt ./. Nordwerk');
      await send('Write to Mr. Hans Müller.');
      expect(await textOf('.sent .pre')).toContain(`Mr. ${answer}.`);
      expect(await visitor.faults()).toEqual([]);
    });

    it('restores a text that was written elsewhere, and marks each value', async () => {
      await page.getByRole('link', { name: 'Case: Schmidt ./. Nordwerk' }).click();
      await page.getByRole('link', { name: 'Restore values' }).last().click();
      await page.getByLabel('Text with replacements').fill(`Dear Mr. ${answer}, you owe nothing.`);
      await page.getByRole('button', { name: 'Restore values' }).click();
      await page.locator('.marked', { hasText: 'Dear Mr. Hans Müller, you owe nothing.' }).waitFor();
      expect(await textOf('.marked mark')).toBe('Hans Müller');
      expect(await visitor.faults()).toEqual([]);
    });

    it('anonymizes a document, keeps what the user keeps, and restores it after it was edited', async () => {
      await visitor.follow('/files');
      await page.getByLabel('Case', { exact: true }).selectOption('Schmidt ./. Nordwerk');
      await drop(join(DOCUMENTS, 'contract.docx'));
      await page.getByRole('button', { name: 'Search the file' }).click();
      await page.getByLabel('Hide Anna Weber').uncheck();
      await page.getByText('Show the texts with these values').click();
      expect(await visitor.faults()).toEqual([]);
      const hidden = await saved(() => page.getByRole('button', { name: 'Anonymize the file' }).click());
      const text = await textOfDocx(hidden);
      expect(text).toContain('Anna Weber');
      expect(text).not.toContain('Hans Müller');
      expect(text).toContain(answer);
      expect(await visitor.faults()).toEqual([]);

      await writeInto(hidden, `${answer} agrees.`);
      await visitor.follow('/restore');
      await page.getByLabel('Choose a file').setInputFiles(hidden);
      await page.getByLabel('Case or conversation').selectOption({ label: 'Schmidt ./. Nordwerk' });
      const restored = await saved(() => page.getByRole('button', { name: 'Restore values' }).click());
      expect(await textOfDocx(restored)).toContain('Herr Hans Müller');
      expect(await textOfDocx(restored)).toContain('Hans Müller agrees.');
      expect(await visitor.faults()).toEqual([]);
    });

    it('reads a scan, keeps what the user keeps, and returns it painted over', async () => {
      await visitor.follow('/files');
      await drop(await scanOfTwoLines());
      await page.getByRole('button', { name: 'Search the file' }).click();
      await page
        .getByLabel(/^Hide /)
        .first()
        .uncheck({ timeout: 60_000 });
      const hidden = await saved(() => page.getByRole('button', { name: 'Anonymize the file' }).click());
      await page.getByText('read by OCR').waitFor();
      expect((await readFile(hidden)).subarray(1, 4).toString()).toBe('PNG');
      expect(await visitor.faults()).toEqual([]);
    });

    it('shares a case after it said what the group can see, and forgets a value after a question', async () => {
      await visitor.follow('/cases');
      await page.getByRole('link', { name: 'Schmidt ./. Nordwerk' }).click();
      await page.getByRole('button', { name: 'Share with a group' }).click();
      await page.getByRole('dialog').getByText('see and restore every value in this case').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByText('Shared with a group').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByLabel('Value', { exact: true }).fill('Müller');
      await page.getByRole('button', { name: 'Show values' }).click();
      await page.getByLabel('Hans Müller (').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Forget 1 value' }).click();
      await page.getByText('One value was forgotten.').waitFor();
      await page.getByText('These conversations still contain it').waitFor();
      expect(await visitor.faults()).toEqual([]);
    });

    it('deletes a case after a warning; its conversations stay readable, and a draft continues in a new one', async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      expect(await textOf('dialog p')).toContain('nothing restores the values of “Schmidt ./. Nordwerk”');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No cases yet.').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await visitor.follow('/chat');
      await page.getByRole('link', { name: 'Write to Mr. Hans Müller.' }).click();
      await page.locator('.answer', { hasText: 'Write to Mr. Hans Müller.' }).waitFor();
      await page.getByText('Case has ended').waitFor();
      await page.locator('.composer textarea').fill('And now?');
      await page.getByText('The case was deleted, has expired').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Continue in a new conversation' }).click();
      await send('And now?');
    });
  });
}
