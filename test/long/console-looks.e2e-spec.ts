import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import {
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type TestSystem,
  type TestUser,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { inBrowser, launchBrowser, Visitor } from '../support/browser';
import { measureDialogs } from '../support/dialogs';
import { IMAGE_ANSWER, makeBelongings } from '../support/tenancy/belongings';

const LANGUAGES = ['en', 'de'];
const THEMES = { light: 'rgb(246, 246, 243)', dark: 'rgb(19, 21, 23)' };
const VIEWPORTS = {
  wide: { width: 1280, height: 800 },
  medium: { width: 768, height: 1024 },
  narrow: { width: 360, height: 740 },
};
const LOOKS = LANGUAGES.flatMap((language) =>
  Object.entries(THEMES).flatMap(([theme, background]) =>
    Object.entries(VIEWPORTS).map(([size, viewport]) => ({ language, theme, background, size, viewport })),
  ),
);
/** Opens each dialog on a freshly loaded screen. */
const DIALOGS_MS = 900_000;
/** Some of the dialogs, one of each way to open them: a button, a menu, a row of a table, a list in a drawer. */
const DIALOGS = [
  'Passwort ändern',
  'Diese Person löschen?',
  'Passwort zurücksetzen',
  'Deaktivieren',
  'Diese Unterhaltung herunterladen?',
  'Diese Unterhaltung löschen?',
  'Diese Unterhaltung teilen',
  'Diesen Assistenten löschen?',
  'Schutz für diese Unterhaltung ausschalten?',
  'Vorlage wählen',
  'Korrekturen',
  'Vorschläge',
  'Überall sonst abmelden?',
];
/** A folder for a screenshot of each screen. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** `test/e2e/console.e2e-spec.ts` covers the screens in one theme while a user works there. */
inBrowser('the console, of an organization that has one of everything', () => {
  let system: TestSystem;
  let upstream: Upstream;
  let receiver: WebhookReceiver;
  let browser: Browser;
  let visitor: Visitor;
  let admin: TestUser;
  let screens: string[];

  beforeAll(async () => {
    [upstream, receiver, browser] = await Promise.all([
      startUpstream(),
      startWebhookReceiver(),
      launchBrowser(),
    ]);
    upstream.intercept = ({ path }, response) =>
      path.endsWith('/images/generations') && Boolean(response.writeHead(200).end(IMAGE_ANSWER));
    system = await startSystem({
      LLM_BASE_URL: upstream.baseUrl,
      IMAGE_BASE_URL: upstream.baseUrl,
      WEBHOOK_CA_FILE: receiver.caFile,
      RATE_LIMITS: 'off',
    });
    admin = await system.user({ role: 'admin' });
    const { assistant, chat, share } = await makeBelongings(system, admin, receiver);
    const policy = {
      modes: { Phone: 'block' },
      terms: [{ phrase: 'Wombat', label: 'PROJECT' }, { pattern: 'W-\\d{4}' }],
      exceptions: [{ value: 'info@company.example', kind: 'Emails' }],
      models: [{ model: 'test-model', groups: [] }],
    };
    const set = { body: policy, headers: { 'if-match': '1' } };
    expect((await new ApiClient(system, admin).call('PUT', '/admin/v1/policy', set)).status).toBe(200);
    visitor = await Visitor.at(browser, system.url(''));
    // A changed draft asks before the next screen opens.
    visitor.page.on('dialog', (dialog) => void dialog.accept());
    await visitor.open('/');
    await visitor.logIn(admin);
    screens = [
      ...(await visitor.screens()),
      '/account',
      `/chat/${chat}`,
      `/shared/${share}`,
      '/assistants/new',
      `/assistants/${assistant}`,
    ];
    expect(screens.length).toBeGreaterThan(10);
  });
  afterAll(async () => {
    await visitor?.leave();
    await browser?.close();
    await system?.stop();
    await Promise.all([upstream?.stop(), receiver?.stop()]);
  });

  it.each(LOOKS)(
    'has only accessible screens in $language, $theme, $size',
    async ({ language, theme, background, size, viewport }) => {
      const { page } = visitor;
      await page.setViewportSize(viewport);
      await visitor.prefer({ language, theme });
      const faults: Record<string, string[]> = {};
      for (const screen of screens) {
        await visitor.open(screen);
        await visitor.settled();
        const picture = `${screen.slice(1).replace(/\/.*/, '-opened')}-${language}-${theme}-${size}.png`;
        if (PICTURES) await page.screenshot({ path: join(PICTURES, picture) });
        const found = await visitor.faults();
        for (const tab of (await page.getByRole('tab').all()).slice(1)) {
          await tab.click();
          await visitor.settled();
          found.push(...(await visitor.faults()));
        }
        if (found.length > 0) faults[screen] = found;
      }
      expect(faults).toEqual({});
      expect(await visitor.look()).toEqual({ language, background });
      expect(visitor.wrong).toEqual([]);
    },
  );

  it.each([1280, 360])(
    'cuts no text in any dialog at %i pixels, in its longer language',
    async (width) => {
      const { page } = visitor;
      await page.setViewportSize({ width, height: 740 });
      await visitor.prefer({ language: 'de', theme: 'light', tour: 'closed' });
      const faults: Record<string, string[]> = {};
      const titles = new Set<string>();
      const pictures = PICTURES && join(PICTURES, `dialog-${width}`);
      for (const screen of screens) {
        for (const { title, faults: found } of await measureDialogs(visitor, screen, pictures)) {
          titles.add(title);
          if (found.length > 0) faults[`${screen}: ${title}`] = found;
        }
      }
      expect(faults).toEqual({});
      expect([...titles]).toEqual(expect.arrayContaining(DIALOGS));
      visitor.wrong.length = 0;
    },
    DIALOGS_MS,
  );
});
