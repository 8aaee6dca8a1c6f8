import { TOTP, URI } from 'otpauth';
import { Visitor } from '../../support/browser';
import { browser, visitor, page, login, origin, asDemo } from './stage';

/** Logins, roles, and the page around the screens. */
export function session(): void {
  describe('the console, as npm start serves it', () => {
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
      // The button does nothing before Vue has mounted the page.
      const isMounted = (): boolean => {
        const { document } = globalThis as unknown as { document: { querySelector(path: string): object } };
        return '__vue_app__' in document.querySelector('#app');
      };
      await help.waitForFunction(isMounted, undefined, { polling: 100 });
      await help.getByRole('button', { name: 'Search' }).click();
      await help.getByPlaceholder('Search').fill('policy');
      await help.locator('.results .result').first().waitFor();
      await help.close();
      expect(await visitor.faults()).toEqual([]);
    });

    it('lists devices, and logs another one out', async () => {
      const other = await Visitor.at(browser, origin, {
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1',
      });
      await other.open('/chat');
      await other.logIn(login);
      await visitor.open('/account');
      const row = page.getByRole('listitem').filter({ hasText: 'Safari on iOS' });
      await row.waitFor();
      await page.getByText('this device').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await row.getByRole('button').click();
      await row.waitFor({ state: 'detached' });
      expect(await visitor.focus()).not.toBe('BODY');
      await other.page.reload();
      await other.page.locator('.login-form').waitFor();
      await other.leave();
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
      await dialog.getByLabel('First login').selectOption('One-time password');
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
  });
}
