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
  /** Bytes of the answers as they were transferred, by path. */
  readonly transferred = new Map<string, number>();
  private hasLeft = false;

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
    context.on('requestfinished', (request) => void visitor.weigh(request));
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

  private async weigh(request: Request): Promise<void> {
    const sizes = await request.sizes().catch((error: unknown) => {
      // What was under way when the visitor left is not weighed.
      if (this.hasLeft) return undefined;
      throw error;
    });
    if (sizes)
      this.transferred.set(
        new URL(request.url()).pathname,
        sizes.responseBodySize + sizes.responseHeadersSize,
      );
  }

  async leave(): Promise<void> {
    this.hasLeft = true;
    await this.context.close();
  }

  /** Once the screen is there, and nothing that it asked for is still to come. */
  async settled(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await this.page.locator('.spinner').first().waitFor({ state: 'detached' });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
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

  /** Violations of the accessibility guidelines on the page as it is, a line for each. */
  async barriers(rules: readonly string[]): Promise<string[]> {
    // Half a megabyte of program, once for each page that is loaded.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(`${AXE}; true`);
    const axe = (await this.page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} })`)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return axe.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }
}

/** WCAG 2.2, levels A and AA, and what is good practice beside. */
export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those that another theme or another width may break. */
export const LOOK_RULES = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
