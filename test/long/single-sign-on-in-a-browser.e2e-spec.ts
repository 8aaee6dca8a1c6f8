import { randomUUID } from 'node:crypto';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startSystem, type TestSystem } from '@app/testing';
import { inBrowser, launchBrowser } from '../support/browser';
import { IdentityProvider } from '../support/identity-provider/start';

/** Does only what the console does with a login code. */
const PAGE = `<!doctype html><title>console</title><p id="user"></p><script>
  const session = (method, body) => fetch('/idm/v1/session', {
    method, headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }),
  });
  const emailOf = ({ jwtToken }) => JSON.parse(atob(jwtToken.split('.')[1])).email;
  (async () => {
    const code = new URLSearchParams(location.hash.slice(1)).get('login_code');
    const answer = await session('POST', code ? { code } : {});
    document.getElementById('user').textContent = answer.ok ? emailOf(await answer.json()) : 'nobody';
    history.replaceState(null, '', '/');
  })();
</script>`;

inBrowser('single sign-on in Chromium', () => {
  let provider: IdentityProvider;
  let system: TestSystem;
  /** The only origin that the browser can reach: a bare page in front of the service. */
  let front: Server;
  let origin: string;
  let browser: Browser;
  let context: BrowserContext;
  const [organization, sub, email] = [randomUUID(), `sub-${randomUUID()}`, 'anna@company.example'];

  beforeAll(async () => {
    provider = await IdentityProvider.start();
    let port = 0;
    front = createServer((incoming, outgoing) => {
      if (incoming.url === '/') {
        outgoing.setHeader('content-type', 'text/html').end(PAGE);
        return;
      }
      const { method = 'GET', url = '/', headers } = incoming;
      const passedOn = send({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passedOn);
    });
    await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    system = await startSystem(
      { ...provider.settings(), OIDC_ORGANIZATION: organization, PUBLIC_BASE_URL: origin },
      ['api'],
    );
    port = Number(system.api.env.PORT);
    await provider.admit(origin);
    await provider.people({ [sub]: { email } });
    await system.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, 'Company', true, '{}')`,
      [organization],
    );
    browser = await launchBrowser();
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((closed) => front.close(closed).closeAllConnections());
    await system?.stop();
    await provider?.stop();
  });

  const shown = (page: Page, text: string): Promise<void> =>
    page.locator('#user', { hasText: new RegExp(`^${text}$`) }).waitFor();

  it('logs in at the provider, stays logged in over a reload, and logs out; no script sees a cookie', async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await shown(page, 'nobody');
    await page.goto(`${origin}/idm/v1/oidc/login`);
    await page.locator('input[name=login]').fill(sub);
    await page.locator('button').click();
    await shown(page, email);
    expect(page.url()).toBe(`${origin}/`);
    expect(await page.evaluate('document.cookie')).toBe('');
    const kept = (await context.cookies()).filter(({ name }) => name.startsWith('privacy-chat-'));
    expect(kept.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
      { name: 'privacy-chat-session', httpOnly: true, sameSite: 'Strict' },
    ]);
    await page.reload();
    await shown(page, email);
    const tab = await context.newPage();
    await Promise.all([page.reload(), tab.goto(`${origin}/`)]);
    await shown(page, email);
    await shown(tab, email);
    await page.evaluate(() => fetch('/idm/v1/session', { method: 'DELETE' }).then(({ ok }) => ok));
    await page.reload();
    await shown(page, 'nobody');
  });

  it('gives no session to a page of another site, although the browser has one', async () => {
    const page = await context.newPage();
    await page.goto(`${origin}/idm/v1/oidc/login`);
    await shown(page, email);
    const elsewhere = await context.newPage();
    // Another host name of the same machine is another site for a browser.
    await elsewhere.goto(`${origin.replace('127.0.0.1', 'localhost')}/`);
    const stolen = await elsewhere.evaluate(
      (address: string) =>
        fetch(address, { method: 'POST', credentials: 'include' }).then(
          ({ status }) => status,
          () => 'refused by the browser',
        ),
      `${origin}/idm/v1/session`,
    );
    expect(stolen).toBe('refused by the browser');
    await elsewhere.close();
    await page.reload();
    await shown(page, email);
  });
});
