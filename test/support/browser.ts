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

/** An answer to a prompt, in the place of the service. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: object;
  /** The events of a stream, instead of a body. */
  events?: readonly (readonly [event: string, data: object])[];
  /** The stream does not end after its events. */
  hangs?: boolean;
}

export interface AnsweredPrompt {
  headers: Record<string, string>;
  body: { prompt: string; choices: string[]; anonymized: boolean };
}

/** Run in the page: answers prompts that an answer was scripted for, and remembers them. */
const SCRIPTED_FETCH = `(() => {
  const real = window.fetch;
  window.scripted = { answers: [], prompts: [] };
  window.fetch = async (input, options) => {
    const { scripted } = window;
    const request = new Request(input, options);
    const isPrompt = request.method === 'POST' && new URL(request.url).pathname.endsWith('/ai/v1/chat');
    if (!isPrompt || scripted.answers.length === 0) return real(request);
    const { status = 200, headers = {}, body, events, hangs } = scripted.answers.shift();
    scripted.prompts.push({ headers: Object.fromEntries(request.headers), body: await request.json() });
    const stopped = new Promise((_, reject) => {
      const stop = () => reject(request.signal.reason);
      if (request.signal.aborted) stop();
      request.signal.addEventListener('abort', stop);
    });
    if (!events && hangs) return stopped;
    if (!events)
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
    const lines = events.map(([event, data]) => 'event: ' + event + '\\ndata: ' + JSON.stringify(data) + '\\n\\n');
    const stream = new ReadableStream({
      start(controller) {
        for (const line of lines) controller.enqueue(new TextEncoder().encode(line));
        if (!hangs) controller.close();
        stopped.catch((reason) => controller.error(reason));
      },
    });
    return new Response(stream, { status, headers: { 'content-type': 'text/event-stream', ...headers } });
  };
})()`;

/** A person at a browser. Everything that must not happen there is noted. */
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
    await context.addInitScript(SCRIPTED_FETCH);
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
    const form = this.page.locator('.login-form');
    await form.locator('input[type=email]').fill(userName);
    await form.locator('input[type=password]').fill(password);
    await form.locator('button[type=submit]').click();
    await form.waitFor({ state: 'detached' });
    await this.page.locator('.shell').waitFor();
  }

  /** Ends the session at the service: the page notices it at its next request. */
  async expireSession(): Promise<void> {
    const headers = { origin: this.origin };
    const answer = await this.context.request.delete(`${this.origin}/idm/v1/session`, { headers });
    if (!answer.ok()) throw new Error(`the session did not end: ${answer.status()}`);
  }

  /** Answers the next prompts in the place of the service. */
  async scriptAnswers(...answers: readonly ScriptedAnswer[]): Promise<void> {
    await this.page.evaluate(`window.scripted.answers.push(...${JSON.stringify(answers)})`);
  }

  /** The prompts that scripted answers were given to, since the page was loaded. */
  async scriptedPrompts(): Promise<AnsweredPrompt[]> {
    return (await this.page.evaluate('window.scripted.prompts')) as AnsweredPrompt[];
  }

  /** What has the focus, by its label or its name; `BODY` if nothing has it. */
  async focus(): Promise<string> {
    return (await this.page.evaluate(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName",
    )) as string;
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
