import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inBrowser, launchBrowser, Visitor } from '../support/browser';
import { StartScene } from '../support/start';
import { Walk } from '../support/walk';

const PEOPLE = 200;
const IN_SALES = 20;
const LETTER = resolve(__dirname, '../fixtures/files/docx/headers.docx');
const WAIT_MS = 120_000;

/**
 * Plays the tasks of docs/develop/console-walks.md and prints what each takes. The figures are for readers; the tests assert
 * that each task can be done.
 */
inBrowser('the console, used for a day', () => {
  let scene: StartScene;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let origin: string;
  let folder: string;
  let login: { userName: string; password: string };

  beforeAll(async () => {
    [scene, browser, folder] = await Promise.all([
      StartScene.make(),
      launchBrowser(),
      mkdtemp(join(tmpdir(), 'console-walks-')),
    ]);
    origin = `http://localhost:${scene.port}`;
    await scene.start({ RATE_LIMITS: 'off', NODE_OPTIONS: '' }).ready(scene.port);
    login = JSON.parse(await readFile(join(scene.dataDir, 'demo-credentials.json'), 'utf8')) as typeof login;
    visitor = await Visitor.at(browser, origin, { viewport: { width: 1280, height: 800 } });
    page = visitor.page;
    page.setDefaultTimeout(WAIT_MS);
  });
  afterAll(async () => {
    await visitor?.leave();
    await browser?.close();
    await scene?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => expect(visitor.wrong).toEqual([]));

  const task = (name: string, steps: (walk: Walk) => Promise<void>) =>
    it(name, async () => {
      const walk = new Walk(page);
      await steps(walk);
      const { clicks, keys, seconds } = walk.done();
      process.stdout.write(`| ${name} | ${clicks} | ${keys} | ${seconds} |\n`);
    });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const nav = (path: string) => page.locator(`.nav a[href="${path}"]`);
  const input = () => page.locator('.composer textarea');
  const answered = (turns: number) =>
    page
      .locator('article.turn:not([aria-busy])')
      .nth(turns - 1)
      .locator('.answer')
      .waitFor();
  const dialog = () => page.getByRole('dialog');

  describe('by an office worker', () => {
    task('logs in and gets a first answer', async (walk) => {
      await visitor.open('/');
      await walk.type(login.userName, page.locator('.login-form input[type=email]'));
      await walk.type(login.password, page.locator('.login-form input[type=password]'));
      await walk.press('Enter');
      await walk.click(button('Try an example'));
      await walk.press('Enter');
      await answered(1);
    });
    task('sees what the provider received', async () => {
      await page.getByText('What a provider would have seen').first().waitFor();
    });
    task('puts the answer into an e-mail, with its lines', async (walk) => {
      await walk.click(button('Copy as text for an email').last());
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Hans Müller');
    });
    task('corrects a word of the prompt and gets another answer', async (walk) => {
      await page.locator('article.turn').last().hover();
      await walk.click(button('Edit message').last());
      await walk.press('End');
      await walk.type(' at 10 a.m.');
      await walk.press('Enter');
      await page.locator('.answer', { hasText: 'at 10 a.m.' }).waitFor();
    });
    task('attaches two letters, reads what is hidden in one, and sends them', async (walk) => {
      const note = join(folder, 'note.txt');
      await writeFile(note, 'Petra Sommer, petra.sommer@firma.example, about the lighthouse');
      await walk.press('Control+Shift+O');
      await walk.choose(button('Attach documents'), [LETTER, note]);
      await walk.click(button('Show values').first());
      await walk.click(dialog().getByRole('button', { name: 'Close' }));
      await walk.type('Compare the two letters', input());
      await walk.press('Enter');
      await answered(1);
    });
    task('finds a conversation of last week by a word of its answer', async (walk) => {
      await walk.press('Control+K');
      await walk.type('appointment');
      await walk.click(page.getByRole('link', { name: /appointment/ }).first());
      await page.locator('.answer').first().waitFor();
    });
    task('hides the names in a Word letter and gets the letter back', async (walk) => {
      await walk.click(nav('/files'));
      await walk.choose(button('Choose a file'), [LETTER]);
      await walk.click(button('Search the file'));
      const saved = page.waitForEvent('download');
      await walk.click(button('Anonymize the file'));
      await walk.click(button('Download'));
      expect((await saved).suggestedFilename()).toMatch(/\.docx$/);
    });
  });

  describe('by an admin of two hundred', () => {
    task('adds 200 people, and downloads their invitations', async (walk) => {
      const file = join(folder, 'people.csv');
      const names = Array.from({ length: PEOPLE }, (_, i) => (i < IN_SALES ? `sales${i}` : `person${i}`));
      await writeFile(file, `email,role\n${names.map((name) => `${name}@firma.example,member\n`).join('')}`);
      await walk.click(nav('/people'));
      await walk.click(button('Import people'));
      await walk.choose(dialog().getByRole('button', { name: 'Choose CSV file' }), [file]);
      await walk.click(dialog().getByRole('button', { name: `Add ${PEOPLE} people` }));
      const saved = page.waitForEvent('download');
      await walk.click(dialog().getByRole('button', { name: 'Download list' }));
      await saved;
      await walk.click(dialog().getByRole('button', { name: 'Done' }));
    });
    task('creates a group and adds 20 people to it', async (walk) => {
      await walk.click(nav('/groups'));
      await walk.click(button('New group'));
      await walk.type('Sales', dialog().getByLabel('Name'));
      await walk.press('Enter');
      await page.getByRole('row', { name: /^Sales/ }).waitFor();
      await walk.click(nav('/people'));
      await walk.type('sales', page.getByLabel('Search people'));
      await page
        .getByRole('checkbox', { name: 'Choose person50@firma.example' })
        .waitFor({ state: 'detached' });
      await walk.click(page.getByRole('checkbox', { name: 'Choose all' }));
      await walk.click(button('Actions'));
      await walk.click(page.getByRole('menuitem', { name: 'Add to a group' }));
      await walk.select(dialog().getByLabel('Group'), 'Sales');
      await walk.click(dialog().getByRole('button', { name: 'Add to a group' }));
      await dialog().getByText(`Done for ${IN_SALES} people.`).waitFor();
      await walk.click(dialog().getByRole('button', { name: 'Done' }));
    });
    task('finds a person and sends another invitation', async (walk) => {
      await walk.click(nav('/people'));
      await walk.type('person187', page.getByLabel('Search people'));
      await walk.click(button('Actions for person187@firma.example'));
      await walk.click(page.getByRole('menuitem', { name: 'New invitation' }));
      await walk.click(dialog().getByRole('button', { name: 'New invitation' }));
      await dialog().locator('.secret').waitFor();
      await walk.click(dialog().getByRole('button', { name: 'Done' }));
    });
    task('hides names, contacts, numbers and secrets for all people', async (walk) => {
      await walk.click(nav('/privacy'));
      await walk.click(button('Presets'));
      await walk.click(dialog().getByRole('button', { name: 'Use this preset: Office' }));
      await walk.click(button('Save'));
      await page.getByText('Version 1', { exact: true }).waitFor();
    });
    it('saves another policy', async () => {
      await button('Presets').click();
      await dialog().getByRole('button', { name: 'Use this preset: Strict' }).click();
      await button('Save').click();
      await page.getByText('Version 2', { exact: true }).waitFor();
    });
    task('returns to the policy before the last change', async (walk) => {
      await walk.click(page.getByRole('tab', { name: 'History' }));
      await walk.click(button('Compare version 1'));
      await walk.click(button('Return to version 1'));
      await walk.click(button('Save'));
      await page.getByText('Version 3', { exact: true }).waitFor();
    });
  });

  describe('by a data protection officer', () => {
    task('reads how many calls of a month were without protection', async (walk) => {
      await walk.click(nav('/report'));
      await page.getByText('of these without protection').waitFor();
    });
    task('prints the report of a month', async (walk) => {
      await page.evaluate('window.print = () => (window.printed = true)');
      await walk.click(button('Print or save as PDF'));
      expect(await page.evaluate('window.printed')).toBe(true);
    });
    task('reads what one person did', async (walk) => {
      await walk.click(nav('/audit'));
      await walk.select(page.getByLabel('Person'), login.userName);
      await page
        .getByRole('row', { name: new RegExp(login.userName) })
        .first()
        .waitFor();
    });
    task('checks that the audit trail is complete', async (walk) => {
      await walk.click(button('Verify'));
      await page.getByText('The audit trail is complete').waitFor();
    });
    task('compares two versions of the policy', async (walk) => {
      await walk.click(nav('/privacy'));
      await walk.click(page.getByRole('tab', { name: 'History' }));
      await walk.click(button('Compare version 2'));
      await page.locator('.changes').waitFor();
    });
  });

  // Logs the admin out, who has no second factor.
  describe('by an admin in the evening', () => {
    task('requires a second factor of all people', async (walk) => {
      await walk.click(nav('/people'));
      await walk.click(page.getByLabel('Require a second factor'));
      await walk.click(dialog().getByRole('button', { name: 'Require', exact: true }));
      await page.locator('.login-form').waitFor();
    });
  });
});
