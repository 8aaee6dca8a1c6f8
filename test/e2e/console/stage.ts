import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventually, startSpeechServer, startUpstream, type SpeechServer, type Upstream } from '@app/testing';
import { launchBrowser, Visitor } from '../../support/browser';
import { IMAGE_ANSWER } from '../../support/tenancy/belongings';
import { StartScene } from '../../support/start';

/** Single sign-on settings. The service contacts the provider only after a user presses the button. */
const PROVIDER = {
  OIDC_ISSUER: 'https://login.company.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_ORGANIZATION_CLAIM: 'organization',
};

let scene: StartScene;
export let speech: SpeechServer;
/** Serves images. */
export let upstream: Upstream;
export let browser: Browser;
export let visitor: Visitor;
export let page: Page;
export let login: { userName: string; password: string };
let server: Server;
export let origin: string;

/** The receiver of webhooks: how it answers, and how many it has received. */
export const receiver = { url: '', status: 500, received: 0 };

/** Starts the service and a browser for the tests of the enclosing `describe`. */
export function useStage(): void {
  beforeAll(async () => {
    [scene, speech, upstream, browser] = await Promise.all([
      StartScene.make(),
      startSpeechServer(),
      startUpstream(),
      launchBrowser(),
    ]);
    upstream.intercept = (_, response) => Boolean(response.writeHead(200).end(IMAGE_ANSWER));
    server = createServer((_request, response) => {
      receiver.received++;
      response.writeHead(receiver.status).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    server?.close();
    server?.closeAllConnections();
    await Promise.all([speech?.stop(), upstream?.stop()]);
    await scene?.stop();
  });
  afterEach(() => {
    // Checks after each test: no request left the origin, no policy was violated, no error was thrown.
    expect(visitor.wrong).toEqual([]);
  });
}

export const textOf = async (selector: string): Promise<string> =>
  (await page.locator(selector).allTextContents()).join('\n');

export const send = async (prompt: string): Promise<void> => {
  const turns = await page.locator('article.turn').count();
  await page.locator('.composer textarea').fill(prompt);
  await page.locator('.composer button[type=submit]').click();
  await page.locator('article.turn:not([aria-busy])').nth(turns).locator('.answer').waitFor();
};

/** Calls as a program does, with the login of the demo user. */
export async function asDemo() {
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
    put: <T>(path: string) => call<T>('PUT', path, undefined, jwtToken),
  };
}

export async function submitJob(): Promise<void> {
  const text = 'Write to ann@example.com';
  const job = { text, lang: 'en', webhook_url: `${receiver.url}/hook` };
  await (await asDemo()).post('/ai/v1/job/anonymize', job);
  await eventually(() => expect(receiver.received).toBeGreaterThan(0));
}
