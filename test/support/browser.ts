import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const hasChromium = existsSync(CHROMIUM);
if (!hasChromium)
  process.stderr.write(
    `skipped: there is no Chromium at ${CHROMIUM} (CHROMIUM_PATH), in which a page is tried\n`,
  );

/** `describe`, where there is a browser to do it in. */
export const inBrowser = hasChromium ? describe : describe.skip;

/** What the microphone hears, over and over. */
const SPEECH = resolve(__dirname, '../fixtures/speech/librivox-0870.wav');

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${SPEECH}`,
    ],
  });

/** Somebody at a browser, of whom everything is noted that must not happen. */
export class Visitor {
  /** Addresses elsewhere that the page asked for, and what it complained of. */
  readonly wrong: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly origin: string,
  ) {}

  static async at(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const visitor = new Visitor(context, await context.newPage(), origin);
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'blob:') visitor.wrong.push(request.url());
    });
    context.on('weberror', (error) => visitor.wrong.push(String(error.error())));
    context.on('console', (message) => {
      // An answer with a status of 400 or more, which the browser calls an error, is one that the page expects.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        visitor.wrong.push(message.text());
    });
    context.on('response', (response) => {
      if (response.status() >= 500) visitor.wrong.push(`${response.status()} ${response.url()}`);
    });
    return visitor;
  }

  async leave(): Promise<void> {
    await this.context.close();
  }

  /** Bytes of the answers as they were transferred while something was done, each address once. */
  async transferred(done: () => Promise<void>): Promise<number> {
    const requests = new Map<string, Request>();
    const note = (request: Request) => void requests.set(new URL(request.url()).pathname, request);
    this.context.on('requestfinished', note);
    await done();
    this.context.off('requestfinished', note);
    const sizes = await Promise.all([...requests.values()].map((request) => request.sizes()));
    return sizes.reduce(
      (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
      0,
    );
  }

  /** Once the screen is there, and nothing that it asked for is still to come. */
  async settled(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await this.page.locator('.spinner').first().waitFor({ state: 'detached' });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** The paths that the navigation leads this person to. */
  async screens(): Promise<string[]> {
    const links = await this.page.locator('.nav a').all();
    return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  }

  /** By the link of the page, which is not loaded again. */
  async follow(path: string): Promise<void> {
    const link = this.page.locator(`.nav a[href="${path}"]`);
    await link.click();
    await link.and(this.page.locator('[aria-current]')).waitFor();
  }

  async logIn({ userName, password }: { userName: string; password: string }): Promise<void> {
    await this.page.locator('input[type=email]').fill(userName);
    await this.page.locator('input[type=password]').fill(password);
    await this.page.locator('button[type=submit]').click();
    await this.page.locator('.shell').waitFor();
  }

  async logOut(userName: string): Promise<void> {
    await this.page.getByRole('button', { name: userName }).click();
    await this.page.getByRole('menuitem', { name: 'Log out' }).click();
    await this.page.locator('input[type=email]').waitFor();
  }

  /** Remembers wishes as the page does. */
  async prefer(wishes: object): Promise<void> {
    const script = `localStorage.setItem('privacy-chat', ${JSON.stringify(JSON.stringify(wishes))})`;
    await this.page.evaluate(script);
    await this.page.reload();
  }

  /** What came of the wishes. */
  async look(): Promise<{ language: string; background: string }> {
    return (await this.page.evaluate(`({
      language: document.documentElement.lang,
      background: getComputedStyle(document.documentElement).backgroundColor,
    })`)) as { language: string; background: string };
  }

  /** What keeps somebody from using the page as it is: WCAG 2.2, levels A and AA, and good practice; a line for each. */
  async faults(): Promise<string[]> {
    // Half a megabyte of program, once for each page that is loaded.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(`${AXE}; true`);
    // Of all that it finds out only the lines leave the page.
    return (await this.page.evaluate(`axe
      .run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })
      .then(({ violations }) => [
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))),
        ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : []),
      ])`)) as string[];
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
