import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@app/testing';
import { inBrowser, launchBrowser, Visitor } from '../support/browser';
import { aPrompt } from '../support/chat';
import { StartScene } from '../support/start';

const CHATS = 10_000;
const TURNS = 1_000;
const AT_ONCE = 8;
/** Distance of one turn of the mouse wheel, in pixels. */
const TURN_OF_WHEEL = 600;

/** Records every task that blocked the page for more than 50 ms (Long Tasks API). */
const WATCH = `new PerformanceObserver((list) => (window.longTasks ??= []).push(...list.getEntries()))
  .observe({ type: 'longtask', buffered: true })`;

/** Prints what a large account costs the browser. The figures are for readers; no test asserts them. */
inBrowser('the console with 10,000 conversations and one of 1,000 messages', () => {
  let scene: StartScene;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let origin: string;
  let longest: string;
  let login: { userName: string; password: string };

  beforeAll(async () => {
    [scene, browser] = await Promise.all([StartScene.make(), launchBrowser()]);
    origin = `http://localhost:${scene.port}`;
    await scene.start({ RATE_LIMITS: 'off', NODE_OPTIONS: '' }).ready(scene.port);
    login = JSON.parse(await readFile(join(scene.dataDir, 'demo-credentials.json'), 'utf8')) as typeof login;
    const chat = await asChatter();
    longest = await chat('The first of many messages');
    for (let turn = 2; turn <= TURNS; turn++) await chat(`Message ${turn} for Hans Müller`, longest);
    let next = 1;
    const make = async () => {
      while (next < CHATS) await chat(`Conversation ${next++} about Anna Schmidt`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, make));
    visitor = await Visitor.at(browser, origin, { viewport: { width: 1280, height: 800 } });
    page = visitor.page;
    await page.addInitScript(WATCH);
  });
  afterAll(async () => {
    await visitor?.leave();
    await browser?.close();
    await scene?.stop();
  });

  /** @returns a function that sends a prompt to a new or an existing chat and returns the chat's id */
  async function asChatter(): Promise<(prompt: string, chatId?: string) => Promise<string>> {
    const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, answer.status]).toEqual([path, 200]);
      return (await answer.json()) as T;
    };
    let token = '';
    let until = 0;
    return async (prompt, chatId = '') => {
      if (Date.now() > until) {
        token = (await post<{ jwtToken: string }>('/idm/v1/auth/login', login)).jwtToken;
        until = Date.now() + 5 * 60_000;
      }
      const body = aPrompt(prompt, { chat_id: chatId, model: 'demo-echo' });
      return (await post<{ session_id: string }>('/ai/v1/chat', body, token)).session_id;
    };
  }

  const now = () => page.evaluate('performance.now()') as Promise<number>;
  /** Returns the durations of the tasks since a time, in milliseconds. */
  const tasksSince = (since: number) =>
    page.evaluate(
      `(window.longTasks ?? []).filter(({ startTime }) => startTime >= ${since}).map(({ duration }) => duration)`,
    ) as Promise<number[]>;
  const print = (what: string, tasks: readonly number[]) =>
    process.stdout.write(
      `${what}: ${tasks.length} tasks over 50 ms${tasks.length > 0 ? `, the longest ${Math.max(...tasks)} ms` : ''}\n`,
    );

  it('loads for a user who logs in and for one who returns', async () => {
    await visitor.open('/');
    await page.locator('input[type=email]:focus').waitFor();
    const first = await now();
    await visitor.logIn(login);
    await page.reload();
    await page.locator('.composer textarea').waitFor();
    const inside = await now();
    process.stdout.write(`interactive: login ${Math.round(first)} ms, chat ${Math.round(inside)} ms\n`);
    print('loading', await tasksSince(0));
    const loaded = await now();
    // This task must be recorded; otherwise the recording does not work.
    await page.evaluate(
      'setTimeout(() => { const until = performance.now() + 100; while (performance.now() < until); })',
    );
    await eventually(async () => expect((await tasksSince(loaded)).length).toBeGreaterThan(0));
    expect(visitor.wrong).toEqual([]);
  });

  it('lists every conversation and renders only the visible ones', async () => {
    await page.locator('.conversations a').first().waitFor();
    await page.locator('.conversation-frame').hover();
    const began = await now();
    const oldest = page.getByRole('link', { name: 'The first of many messages' });
    let most = 0;
    await eventually(async () => {
      for (let i = 0; i < 20; i++) await page.mouse.wheel(0, TURN_OF_WHEEL);
      most = Math.max(most, await page.locator('.conversations a').count());
      expect(await oldest.count()).toBe(1);
    });
    print(`scrolling through ${CHATS} conversations`, await tasksSince(began));
    expect(most).toBeLessThan(100);
  });

  it('shows every message of the longest one to a user who scrolls up', async () => {
    await visitor.open(`/chat/${longest}`);
    await page.locator('.prompt', { hasText: `Message ${TURNS} for` }).waitFor();
    await page.locator('.thread').hover();
    const began = await now();
    await eventually(async () => {
      for (let i = 0; i < 20; i++) await page.mouse.wheel(0, -TURN_OF_WHEEL);
      expect(await page.locator('article.turn').count()).toBe(TURNS);
    }, 120_000);
    print(`loading and scrolling through ${TURNS} messages`, await tasksSince(began));
    const loaded = await now();
    for (let i = 0; i < 100; i++) await page.mouse.wheel(0, i < 50 ? TURN_OF_WHEEL : -TURN_OF_WHEEL);
    print('scrolling through messages that are there', await tasksSince(loaded));
    expect(visitor.wrong).toEqual([]);
  });
});
