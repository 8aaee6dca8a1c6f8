import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { partsOf } from '../../../libs/file-formats/testing/office-fixtures';
import { conversation, samplesOf, startsOf, secondsOf, wave } from '../../support/wave';
import { page, speech, textOf, visitor } from './stage';

const fixture = (name: string): Promise<Buffer> => readFile(join('test/fixtures/speech', name));

const VIEWPORTS = { wide: { width: 1280, height: 900 }, narrow: { width: 360, height: 740 } };
/** A folder for screenshots. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** The last name alone is another form of the same value. */
const SECOND_HIDDEN = /Good morning, Ms\. \[NAME_1\w?\]/;

/** Drops a file onto the field for recordings. */
async function drop(name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (letter) => letter.codePointAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}'));
    return transfer;
  })()`);
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
}

async function downloaded(start: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const waiting = page.waitForEvent('download');
  await start();
  const download: Download = await waiting;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const download = (format: string) =>
  downloaded(async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: format }).click();
  });

/** Returns the main part of a document of Word. */
const wordsOf = (file: Buffer): string => String(new Map(partsOf(file)).get('word/document.xml'));

/** A recorded conversation, from the file to documents. */
export function transcripts(): void {
  describe('a recorded conversation', () => {
    const usual = () => [{ start: 0.2, end: 2.8, text: ' He was not an ill-disposed young man.' }];
    let before: { width: number; height: number };
    beforeAll(() => {
      before = page.viewportSize()!;
    });
    afterAll(async () => {
      speech.recognize = usual;
      await page.setViewportSize(before);
      await visitor.prefer({ language: 'en', theme: 'system' });
    });

    it('is dropped, its speakers are told apart, and their values hidden and muted', async () => {
      const turns = (await Promise.all(['librivox-0870.wav', 'pico-german.wav'].map(fixture))).map(samplesOf);
      const [, second] = startsOf(turns);
      const said = [
        { start: 0, end: secondsOf(turns[0]!), text: ' Hello, my name is Wilhelmine Brandstetter.' },
        { start: second!, end: second! + secondsOf(turns[1]!), text: ' Good morning, Ms. Brandstetter.' },
      ];
      // Nothing is recognized in what was muted.
      speech.recognize = ({ granularities }) => (granularities.length > 0 ? said : []);
      await visitor.follow('/transcribe');
      await drop('Call of Wilhelmine.wav', wave(conversation(turns)));
      await page.getByLabel('Language of the recording').selectOption('English');
      await page.getByLabel('Speakers').selectOption('2 speakers');
      await page.getByLabel('Hide personal data in the transcript').check();
      await page.getByLabel('Also mute these values in the recording').check();
      await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
      await page.locator('.segments li', { hasText: SECOND_HIDDEN }).waitFor();
      expect(await page.locator('.segments .speaker').allTextContents()).toEqual(['[NAME_1]', 'Speaker 2']);
      expect(await textOf('main')).not.toContain('Brandstetter');
      const muted = page.getByRole('link', { name: 'Download the muted recording' });
      const { name, content } = await downloaded(() => muted.click());
      expect(name).toBe('recording.wav');
      expect(samplesOf(content).some((sample) => sample !== 0)).toBe(true);
    });

    it('gets names for its speakers, and its values back', async () => {
      await page.getByLabel('Speaker 2').fill('Hans');
      await page.getByRole('switch', { name: 'Show the original values' }).click();
      await page.locator('.segments mark').first().waitFor();
      expect(await page.locator('.segments .speaker').allTextContents()).toEqual([
        'Wilhelmine Brandstetter',
        'Hans',
      ]);
      const document = await download('Word (DOCX)');
      expect(document.name).toBe('Call of Wilhelmine.docx');
      const text = wordsOf(document.content);
      for (const part of ['Wilhelmine Brandstetter: ', 'Hans: ', 'Good morning, Ms. Brandstetter.'])
        expect(text).toContain(part);
      const subtitles = await download('Subtitles (VTT)');
      expect(subtitles.name).toBe('Call of Wilhelmine.vtt');
      expect(String(subtitles.content)).toMatch(
        /^WEBVTT\n\n00:00:00\.000 --> .*\n<v Wilhelmine Brandstetter>Hello, my name is Wilhelmine Brandstetter\.\n/,
      );
    });

    it('is hidden again, and downloaded so', async () => {
      await page.getByRole('switch', { name: 'Show the original values' }).click();
      for (const format of ['Word (DOCX)', 'Subtitles (VTT)', 'Text', 'JSON']) {
        const { name, content } = await download(format);
        expect(name).toMatch(/^Transcript\./);
        const text = name.endsWith('docx') ? wordsOf(content) : String(content);
        expect(text).toContain('[NAME_1]');
        expect(text).toContain('Hans');
        expect(text).not.toContain('Brandstetter');
      }
    });

    it.each(Object.entries(VIEWPORTS))('is accessible after a reload (%s)', async (size, viewport) => {
      await page.setViewportSize(viewport);
      for (const theme of ['light', 'dark']) {
        await visitor.prefer({ language: 'en', theme });
        await page.locator('.segments li', { hasText: SECOND_HIDDEN }).waitFor();
        if (PICTURES) {
          await page.screenshot({ path: join(PICTURES, `transcribe-${theme}-${size}.png`) });
          const transcript = page.getByRole('region', { name: 'Transcript' });
          await transcript.screenshot({ path: join(PICTURES, `transcript-${theme}-${size}.png`) });
        }
        expect([theme, await visitor.faults()]).toEqual([theme, []]);
        expect(await page.locator('.segments .speaker').allTextContents()).toEqual(['[NAME_1]', 'Hans']);
      }
    });

    it('is deleted', async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('The transcript will appear here.').waitFor();
    });
  });
}
