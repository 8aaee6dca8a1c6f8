import { eventually } from '@app/testing';
import { page, textOf, visitor } from './stage';

/** Assistants: made, with a document, and used in a conversation. */
export function assistants(): void {
  describe('an assistant', () => {
    it('is created after its page has shown what leaves, with a document', async () => {
      await visitor.follow('/assistants');
      await page.getByText('No assistants yet.').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('link', { name: 'New assistant' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Letters');
      await page.getByLabel('Instruction').fill('Write to {{customer}} for Petra Sommer.');
      await page.locator('.found-text mark', { hasText: 'Petra Sommer' }).waitFor();
      await page.getByLabel('Starters').fill('When is it delivered?');
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Create assistant' }).click();
      await page.getByRole('heading', { name: 'Letters' }).waitFor();
      const content = Buffer.from('Petra Sommer delivers within ten days.');
      const file = { name: 'terms.txt', mimeType: 'text/plain', buffer: content };
      await page.locator('main input[type=file]').setInputFiles(file);
      await page.getByText('terms.txt').waitFor();
      await page.getByRole('region', { name: 'Documents' }).getByText('What leaves').click();
      await page.locator('.found-text mark', { hasText: 'Petra Sommer' }).nth(1).waitFor();
      expect(await visitor.faults()).toEqual([]);
    });

    it('begins a conversation, which sends its instruction and its document without names', async () => {
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      const send = page.locator('.composer button[type=submit]');
      await page.getByRole('button', { name: 'When is it delivered?' }).click();
      expect(await send.isDisabled()).toBe(true);
      await page.getByLabel('customer').fill('Hans Müller');
      expect(await visitor.faults()).toEqual([]);
      await eventually(async () => expect(await send.isDisabled()).toBe(false));
      await send.click();
      await page.locator('article.turn:not([aria-busy]) .answer').waitFor();
      await page.getByRole('link', { name: 'Assistant: Letters' }).waitFor();
      await page.getByText('Instruction and passages of documents').click();
      await page.locator('.sent details mark').first().waitFor();
      const sent = await textOf('.sent');
      expect(sent).toContain('within ten days');
      expect(sent).toContain('Write to ');
      expect(sent).not.toMatch(/Müller|Sommer/);
      expect(await visitor.faults()).toEqual([]);
    });

    it('is deleted after a question, and its conversation keeps its instruction', async () => {
      await page.getByRole('link', { name: 'Assistant: Letters' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete this assistant?' });
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No assistants yet.').waitFor();
      await visitor.follow('/chat');
    });
  });
}
