import { readFile } from 'node:fs/promises';
import { eventually } from '@app/testing';
import { Visitor } from '../../support/browser';
import { browser, visitor, page, login, origin, receiver, textOf, asDemo, submitJob } from './stage';

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

/** What administrators set and read. */
export function admin(): void {
  describe('the console, as npm start serves it', () => {
    it('applies a new policy: a prompt with blocked values cannot be sent', async () => {
      await visitor.follow('/privacy');
      await page.getByLabel('E-mail address, External models').selectOption('block');
      await page.getByText('This text would be refused.').waitFor();
      for (const leave of [() => page.locator('.nav a[href^="/chat"]').click(), () => page.goBack()]) {
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
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Compare version 1' }).click();
      await page.locator('.changes', { hasText: 'E-mail address, External models' }).waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Return to version 1' }).click();
      await page.getByText('Not saved yet.').waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Presets' }).click();
      await page.getByRole('dialog').getByText('Office').first().waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
    });

    it('creates a key that works within its scopes until it is revoked', async () => {
      await visitor.follow('/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('Reports');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.getByTestId('made-key').textContent()) ?? '';
      const models = () => fetch(`${origin}/ai/v1/models`, { headers: { authorization: `Bearer ${key}` } });
      expect((await models()).status).toBe(200);
      await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Revoke' }).click();
      expect(await textOf('dialog p')).toContain('Reports');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.locator('.badge', { hasText: 'revoked' }).waitFor();
      expect((await models()).status).toBe(401);
      expect(await visitor.faults()).toEqual([]);
    });

    it('imports people from a file, and invites a person, who sets a password by the link', async () => {
      await visitor.follow('/people');
      await page.getByRole('button', { name: 'Import people' }).click();
      const dialog = page.getByRole('dialog');
      const choose = (text: string) =>
        dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await choose('email,role\nhans@firma.example,auditor\nnobody,\n');
      await dialog.getByText('1 new, 0 already there, 1 with errors').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await choose('email,role\nhans@firma.example,auditor\n');
      await dialog.getByRole('button', { name: 'Add 1 person' }).click();
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download list' }).click();
      expect((await download).suggestedFilename()).toBe('privacy-chat-people.csv');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: /hans@firma\.example Auditor invited until/ }).waitFor();
      await page.getByRole('button', { name: 'Actions for hans@firma.example' }).click();
      await page.getByRole('menuitem', { name: 'New invitation' }).click();
      await dialog.getByRole('button', { name: 'New invitation' }).click();
      const link = (await dialog.locator('.secret').textContent()) ?? '';
      expect(await visitor.faults()).toEqual([]);
      const hans = await Visitor.at(browser, origin);
      await hans.page.goto(link);
      await hans.page.getByLabel('New password').fill('correct horse battery');
      expect(await hans.faults()).toEqual([]);
      await hans.page.getByRole('button', { name: 'Set password and log in' }).click();
      await hans.page.locator('.nav a[href="/audit"]').waitFor();
      expect(hans.page.url()).not.toContain('pci_');
      await hans.page.goto(link);
      await hans.page.getByLabel('New password').fill('another horse battery');
      await hans.page.getByRole('button', { name: 'Set password and log in' }).click();
      await hans.page.getByText('This invitation is no longer valid.').waitFor();
      await hans.page.getByRole('button', { name: 'To the login' }).click();
      await hans.page.locator('.nav').waitFor();
      expect(hans.wrong).toEqual([]);
      await hans.leave();
      await dialog.getByRole('button', { name: /^Copy/ }).first().click();
      await dialog.getByRole('button', { name: 'Done' }).click();
    });

    it('chooses people, deactivates them after a question, and activates them again', async () => {
      await visitor.follow('/people');
      const row = page.getByRole('row', { name: /hans@firma\.example/ });
      await page.getByRole('checkbox', { name: 'Choose hans@firma.example' }).check();
      const dialog = page.getByRole('dialog');
      for (const [action, state] of [
        ['Deactivate', 'inactive'],
        ['Activate', 'active'],
      ] as const) {
        await page.getByRole('button', { name: 'Actions', exact: true }).click();
        await page.getByRole('menuitem', { name: action, exact: true }).click();
        await dialog.getByText('hans@firma.example').waitFor();
        expect(await visitor.faults()).toEqual([]);
        await dialog.getByRole('button', { name: action, exact: true }).click();
        await dialog.getByText('Done for 1 person.').waitFor();
        await dialog.getByRole('button', { name: 'Done' }).click();
        await row.getByText(state, { exact: true }).waitFor();
      }
      await page.getByRole('button', { name: 'Choose none' }).click();
      expect(await visitor.focus()).not.toBe('BODY');
    });

    it('shows the settings of single sign-on, and says that the provider does not answer', async () => {
      await page.getByRole('button', { name: 'Single sign-on' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${origin}/idm/v1/oidc/callback`).waitFor();
      await dialog.getByText('https://login.company.example').waitFor();
      await dialog.getByRole('button', { name: 'Test now' }).click();
      await dialog.getByText('The provider does not answer at the address of the issuer').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
    });

    it('shows the name that a person has set', async () => {
      await page.getByRole('button', { name: login.userName, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
      await page.getByLabel('Your name').fill('Demo Person');
      await page.locator('section', { hasText: 'Your name' }).getByRole('button', { name: 'Save' }).click();
      await page.getByText('The name is saved.').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await visitor.follow('/people');
      await page.getByLabel('Search people').fill('demo pers');
      await page.getByRole('rowheader', { name: /^Demo Person/ }).waitFor();
    });

    it('sums the last closed month, to print it', async () => {
      await visitor.follow('/report');
      await page.getByRole('heading', { name: 'Calls by group' }).waitFor();
      await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.sidebar').isVisible()).toBe(false);
      expect(await page.getByLabel('Month').isVisible()).toBe(false);
      expect(await page.getByRole('article').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      await visitor.follow('/people');
    });

    it('measures what the policy hides in texts that the admin has marked', async () => {
      const dialog = page.getByRole('dialog');
      const text = page.getByRole('textbox', { name: 'Text' });
      await visitor.follow('/evaluations');
      await page.getByRole('button', { name: 'New evaluation' }).click();
      await dialog.getByLabel('Name').fill('Letters');
      await dialog.getByRole('button', { name: 'Create evaluation' }).click();
      await page.getByRole('button', { name: 'Add texts' }).click();
      await dialog.getByRole('button', { name: 'Add text files' }).waitFor();
      expect(await visitor.faults()).toEqual([]);
      await text.fill('Hans Müller met the wombat.');
      await dialog.getByRole('button', { name: 'Add text', exact: true }).click();
      await page.getByRole('link', { name: 'Text 1' }).click();
      await page.getByLabel('Kind of “Hans Müller”').waitFor();
      await text.focus();
      await text.pressSequentially('x');
      expect(await text.inputValue()).toBe('Hans Müller met the wombat.');
      await text.press('ControlOrMeta+End');
      await text.press('ArrowLeft');
      for (const _ of 'wombat') await text.press('Shift+ArrowLeft');
      await page.getByLabel('Kind', { exact: true }).selectOption('Usernames');
      await page.getByRole('button', { name: 'Mark selection' }).click();
      await page.getByLabel('Kind of “wombat”').waitFor();
      expect(await visitor.faults()).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await visitor.faults()).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole('button', { name: 'Save as checked' }).click();
      await page.getByLabel('Compare the policy in force with').selectOption({ label: 'Strict' });
      await page.getByRole('button', { name: 'Measure' }).click();
      await page.getByRole('row', { name: /^All kinds 50%/ }).waitFor();
      expect(await visitor.faults()).toEqual([]);
      expect(await visitor.focus()).not.toBe('BODY');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Report (German)' }).click();
      expect(await readFile(await (await download).path(), 'utf8')).toContain('50,0 %');
      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No evaluations yet.').waitFor();
      expect(await visitor.focus()).not.toBe('BODY');
    });

    it('creates a token for an identity provider, which then adds a person, until it is ended', async () => {
      await visitor.follow('/people');
      await page.getByRole('button', { name: 'Provisioning (SCIM)' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('No token yet.').waitFor();
      const address = (await dialog.locator('.secret').first().textContent()) ?? '';
      await dialog.getByRole('button', { name: 'New token' }).click();
      const token = (await dialog.locator('.secret').nth(1).textContent()) ?? '';
      expect(await visitor.faults()).toEqual([]);
      const add = async (userName: string) =>
        (
          await fetch(`${address}/Users`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
            body: JSON.stringify({ userName }),
          })
        ).status;
      expect(await add('scim@firma.example')).toBe(201);
      await dialog.getByRole('button', { name: /^End Identity provider/ }).click();
      await dialog.getByText('No token yet.').waitFor();
      expect(await add('late@firma.example')).toBe(401);
      await dialog.getByRole('button', { name: 'Done' }).click();
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
      Object.assign(receiver, { status: 200, received: 0 });
      await dialog.getByRole('button', { name: 'Deliver again' }).click();
      await eventually(() => expect(receiver.received).toBe(1));
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
      receiver.status = 200;
      await page.getByLabel('Address').fill(`${receiver.url}/events`);
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
      await page.getByLabel('Action').selectOption('Policy changed');
      await page
        .getByRole('row', { name: new RegExp(`^Policy changed .*${login.userName}`) })
        .first()
        .waitFor();
      await page.getByLabel('Person').selectOption(login.userName);
      await page.getByRole('button', { name: 'Show all entries' }).click();
      await page.getByLabel('Action').selectOption('Key created');
      expect(await page.getByRole('link', { name: 'Key Reports' }).getAttribute('href')).toBe('/keys');
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
  });
}
