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

/** `describe` if Chromium is installed, otherwise `describe.skip`. */
export const inBrowser = hasChromium ? describe : describe.skip;

/** The recording that the microphone plays in a loop. */
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

/** A scripted answer that replaces the service's answer to a prompt. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: object;
  /** The events of a streamed answer, instead of a body. */
  events?: readonly (readonly [event: string, data: object])[];
  /** Keeps the stream open after its events. */
  hangs?: boolean;
}

export interface AnsweredPrompt {
  headers: Record<string, string>;
  body: { prompt: string; choices: string[]; anonymized: boolean };
}

/** Runs in the page: answers prompts for which an answer was scripted, and records them. */
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

/** A user's browser page. It records every request and error that must not occur. */
export class Visitor {
  /** Requests to other origins, and errors and warnings of the page. */
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
      // Chromium logs each answer with a status of 400 or more as an error; the page expects these answers.
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

  /** Returns the bytes of the answers transferred while `done` ran; each address counts once. */
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

  /** Resolves when the screen is shown and no request is pending. */
  async settled(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await this.page.locator('.spinner').first().waitFor({ state: 'detached' });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** Returns the paths in the navigation of this user. */
  async screens(): Promise<string[]> {
    const links = await this.page.locator('.nav a').all();
    return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  }

  /** Follows a link of the page without reloading it. That of the chat leads to the conversation that was open last. */
  async follow(path: string): Promise<void> {
    const link = this.page.locator(`.nav a:is([href="${path}"], [href^="${path}/"])`);
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

  /** Ends the session at the service. The page notices at its next request. */
  async expireSession(): Promise<void> {
    const headers = { origin: this.origin };
    const answer = await this.context.request.delete(`${this.origin}/idm/v1/session`, { headers });
    if (!answer.ok()) throw new Error(`the session did not end: ${answer.status()}`);
  }

  /** Scripts the answers to the next prompts. */
  async scriptAnswers(...answers: readonly ScriptedAnswer[]): Promise<void> {
    await this.page.evaluate(`window.scripted.answers.push(...${JSON.stringify(answers)})`);
  }

  /** Returns the prompts that received scripted answers since the page was loaded. */
  async scriptedPrompts(): Promise<AnsweredPrompt[]> {
    return (await this.page.evaluate('window.scripted.prompts')) as AnsweredPrompt[];
  }

  /** Returns the label or name of the focused element, or `BODY` if no element has the focus. */
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

  /** Stores preferences as the page does. */
  async prefer(wishes: object): Promise<void> {
    const script = `localStorage.setItem('privacy-chat', ${JSON.stringify(JSON.stringify(wishes))})`;
    await this.page.evaluate(script);
    await this.page.reload();
  }

  /** Returns the language and background that the preferences led to. */
  async look(): Promise<{ language: string; background: string }> {
    return (await this.page.evaluate(`({
      language: document.documentElement.lang,
      background: getComputedStyle(document.documentElement).backgroundColor,
    })`)) as { language: string; background: string };
  }

  /** Returns the accessibility faults of the page (WCAG 2.2, levels A and AA, and good practice), one line each. */
  async faults(): Promise<string[]> {
    // axe is half a megabyte, so it is loaded once for each page.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(`${AXE}; true`);
    // Only these lines are transferred from the page, since the whole result is large.
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
