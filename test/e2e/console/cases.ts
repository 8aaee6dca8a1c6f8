import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { fromBufferPromise } from 'yauzl';
import { text as readText } from 'node:stream/consumers';
import { visitor, page, textOf, send, asDemo } from './stage';

/** Makes a group of the demo user. */
async function joinGroup(name: string): Promise<void> {
  const demo = await asDemo();
  const { data: group } = await demo.post<{ data: { id: string } }>('/admin/v1/groups', { name });
  const { data: people } = await demo.get<{ data: { id: string }[] }>('/admin/v1/users');
  await demo.put(`/admin/v1/groups/${group.id}/members/${people[0]!.id}`);
}

const DOCUMENTS = join(__dirname, '../../fixtures/documents');

/** Presses a button that makes a file, and downloads the file. @returns its path */
async function saved(press: () => Promise<void>): Promise<string> {
  await press();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click({ timeout: 60_000 }),
  ]);
  const path = `${await download.path()}${download.suggestedFilename().replace(/^.*(?=\.)/, '')}`;
  await download.saveAs(path);
  return path;
}

/** Returns the text of a Word document, without its formats. */
async function textOfDocx(path: string): Promise<string> {
  const zip = await fromBufferPromise(await readFile(path));
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'word/document.xml')
      return (await readText(await zip.openReadStreamPromise(entry))).replaceAll(/<[^>]*>/g, '');
  throw new Error('The file is no Word document');
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

    it('anonymizes a document, keeps what the user keeps, and restores it', async () => {
      await visitor.follow('/files');
      await page.getByLabel('Case', { exact: true }).selectOption('Schmidt ./. Nordwerk');
      await page.getByLabel('Choose a file').setInputFiles(join(DOCUMENTS, 'contract.docx'));
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

      await visitor.follow('/restore');
      await page.getByLabel('Choose a file').setInputFiles(hidden);
      await page.getByLabel('Case or conversation').selectOption({ label: 'Schmidt ./. Nordwerk' });
      const restored = await saved(() => page.getByRole('button', { name: 'Restore values' }).click());
      expect(await textOfDocx(restored)).toContain('Herr Hans Müller');
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
      await page.getByLabel('Value', { exact: true }).fill('Hans Müller');
      await page.getByRole('button', { name: 'Forget', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
      await page.getByText('The value was forgotten.').waitFor();
      expect(await visitor.faults()).toEqual([]);
    });

    it('deletes a case after a warning; its conversations stay readable, and a draft continues in a new one', async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
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
