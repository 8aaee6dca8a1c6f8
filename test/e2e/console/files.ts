import { visitor, page, textOf } from './stage';

/** Texts and recordings outside of conversations. */
export function files(): void {
  describe('the console, as npm start serves it', () => {
    it('removes personal data from a text', async () => {
      await visitor.follow('/anonymize');
      await page.getByLabel('Text', { exact: true }).fill('Anna Schmidt, anna.schmidt@firma.de');
      await page.getByRole('button', { name: 'Anonymize' }).click();
      await page.locator('.marked mark').first().waitFor();
      expect(await textOf('.marked')).toBe('[NAME_1], [EMAIL_1]');
      expect(await visitor.faults()).toEqual([]);
    });

    it('has a recording transcribed and shows the result as soon as it is ready', async () => {
      await visitor.follow('/transcribe');
      await page.locator('input[type=file]').setInputFiles('test/fixtures/speech/librivox-0870.wav');
      await page.getByRole('button', { name: 'Transcribe' }).click();
      await page.locator('.segments li', { hasText: 'He was not an ill-disposed young man.' }).waitFor();
      expect(await visitor.faults()).toEqual([]);
    });
  });
}
