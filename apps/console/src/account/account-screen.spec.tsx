import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import type { Budget } from '../budgets/use-budgets';
import { DONE, dataOf } from '../../testing/service';
import { downloads, enter, service, show, USER } from '../../testing/show';
import { AccountScreen } from './account-screen';

const FACTOR = '/idm/v1/second-factor';
const BUDGET = '/ai/v1/budget';
const LOGINS = '/idm/v1/logins';
const PROFILE = '/idm/v1/profile';
type Login = Schemas['LoginOfUserDto'];
const at = '2026-01-15T09:30:00.000Z';
const HERE: Login = {
  id: 'here',
  console: true,
  browser: 'firefox',
  system: 'windows',
  created_at: at,
  last_used_at: at,
  current: true,
};
const MEMBER = { role: 'member' } as const;
const secondFactor = (state: 'none' | 'active', codes = 0) =>
  service.answers('get', FACTOR, { state, recovery_codes: codes });

describe('the screen of the account', () => {
  beforeEach(() => {
    secondFactor('none');
    service.answers('get', BUDGET, dataOf<Budget[]>([]));
    service.answers('get', LOGINS, dataOf<Login[]>([HERE]));
    service.answers('get', PROFILE, dataOf({ display_name: null, managed: false }));
  });

  it('names the user and the role', async () => {
    await show(<AccountScreen />, MEMBER);
    expect(await screen.findByText(`${USER.name} · Member`)).toBeVisible();
    expect(await screen.findByText('Your usage is not limited.')).toBeVisible();
  });

  it('shows that its parts are loading', async () => {
    service.waits('get', FACTOR).waits('get', BUDGET).waits('get', LOGINS).waits('get', PROFILE);
    await show(<AccountScreen />, MEMBER);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toEqual([
      'Loading …',
      'Loading …',
      'Loading …',
      'Loading …',
    ]);
  });

  it('says why a part cannot be shown, beside the other parts', async () => {
    service.refuses('get', BUDGET, { status: 500, code: 'internal' });
    await show(<AccountScreen />, MEMBER);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
  });

  it('changes the name that administrators see, and removes it', async () => {
    service.answers('put', PROFILE, ({ body }) =>
      dataOf({ display_name: (body as { display_name: string | null }).display_name, managed: false }),
    );
    const { user } = await show(<AccountScreen />, MEMBER);
    const field = await screen.findByLabelText('Your name');
    await enter(user, field, 'Anna Schmidt');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The name is saved.')).toBeVisible();
    await user.clear(field);
    expect(screen.queryByText('The name is saved.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The name is saved.');
    expect(service.bodies('put', PROFILE)).toEqual([
      { display_name: 'Anna Schmidt' },
      { display_name: null },
    ]);
  });

  it('shows a name of an identity provider, which cannot be changed here', async () => {
    service.answers('get', PROFILE, dataOf({ display_name: 'Anna Schmidt', managed: true }));
    await show(<AccountScreen />, MEMBER);
    expect(await screen.findByText('Anna Schmidt')).toBeVisible();
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('lists devices and programs, and logs one of them out', async () => {
    const lost: Login = { ...HERE, id: 'lost', browser: 'safari', system: 'ios', current: false };
    const script: Login = { ...lost, id: 'script', console: false, browser: null, system: null };
    service.answers('get', LOGINS, dataOf([HERE, lost, script]));
    service.answers('delete', '/idm/v1/logins/{login_id}', DONE);
    const { user } = await show(<AccountScreen />, MEMBER);
    const rows = within((await screen.findByText('Firefox on Windows')).closest('ul')!);
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Firefox on Windows this device.*Last used Jan/),
      expect.stringMatching(/^Safari on iOS/),
      expect.stringMatching(/^Program/),
    ]);
    expect(rows.getAllByRole('button')).toHaveLength(2);
    service.answers('get', LOGINS, dataOf([HERE, script]));
    await user.click(rows.getByRole('button', { name: 'Log out Safari on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Devices and sessions' })).toHaveFocus();
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      'DELETE /idm/v1/logins/lost',
    );
  });

  it('logs out everywhere else after a confirmation', async () => {
    service.answers('get', LOGINS, dataOf([HERE, { ...HERE, id: 'lost', current: false }]));
    service.answers('delete', LOGINS, DONE);
    const { user } = await show(<AccountScreen />, MEMBER);
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    service.answers('get', LOGINS, dataOf([HERE]));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Log out everywhere else' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Log out/ })).toBeNull());
  });

  it('changes the password and logs in with it', async () => {
    const { user } = await show(<AccountScreen />, MEMBER);
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }));
    service.refuses('post', '/idm/v1/auth/password', { status: 401, code: 'invalid_credentials' });
    await enter(user, dialog.getByLabelText('Current password'), 'wrong');
    await enter(user, dialog.getByLabelText('New password'), 'a-new-password');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('password or code is wrong');
    service.answers('post', '/idm/v1/auth/password', DONE);
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/Your password is changed/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    const asked = { userName: USER.name, password: 'wrong', newPassword: 'a-new-password' };
    expect(service.bodies('post', '/idm/v1/auth/password')).toEqual([asked, asked]);
    await waitFor(() =>
      expect(service.bodies('post', '/idm/v1/session').at(-1)).toEqual({
        userName: USER.name,
        password: 'a-new-password',
      }),
    );
  });

  it('asks for the code of a second factor to change the password', async () => {
    service.refuses('post', '/idm/v1/auth/password', { status: 401, code: 'second_factor_required' });
    const { user } = await show(<AccountScreen />, MEMBER);
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(screen.getByRole('dialog'));
    await enter(user, dialog.getByLabelText('Current password'), 'the-old-one');
    await enter(user, dialog.getByLabelText('New password'), 'a-new-password');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    await enter(user, await dialog.findByLabelText('Code'), '123456');
    service.answers('post', '/idm/v1/auth/password', DONE);
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/Your password is changed/);
    expect(service.bodies('post', '/idm/v1/auth/password').at(-1)).toMatchObject({ otp: '123456' });
  });

  it('shows how much of each budget is used', async () => {
    const budget: Budget = {
      id: 'budget',
      kind: 'user',
      subject_id: USER.id,
      unit: 'tokens',
      soft: null,
      hard: 1000,
      used: 250,
      reserved: 50,
      remaining: 700,
      resets_at: '2026-02-01T00:00:00.000Z',
    };
    service.answers('get', BUDGET, dataOf([budget]));
    await show(<AccountScreen />, MEMBER);
    expect(await screen.findByRole('progressbar', { name: 'Yourself' })).toHaveAttribute('value', '250');
    expect(screen.getByText(/250 of 1,000.tokens · 25%/)).toBeVisible();
    expect(screen.getByText(/Running calls reserve another 50.tokens/)).toBeVisible();
  });

  it('sets up a second factor with a code after a wrong one, and shows the recovery codes', async () => {
    const uri = 'otpauth://totp/privacy-chat:anna?secret=JBSWY3DP';
    service.answers('post', FACTOR, { secret: 'JBSWY3DP', uri });
    const { user } = await show(<AccountScreen />, MEMBER);
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open in an app of this device' })).toHaveAttribute('href', uri);
    await enter(user, screen.getByLabelText('Code'), '000000');
    service.refuses('post', '/idm/v1/second-factor/confirm', { status: 400, code: 'second_factor_invalid' });
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is wrong or was used before.');
    service.answers('post', '/idm/v1/second-factor/confirm', {
      recovery_codes: ['aaaa-1111', 'bbbb-2222'],
    });
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/aaaa-1111\s+bbbb-2222/)).toBeVisible();
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(leave()).toBe(true));
  });

  it('turns the second factor off with a code', async () => {
    secondFactor('active', 9);
    service.answers('post', '/idm/v1/second-factor/disable', DONE);
    const { user } = await show(<AccountScreen />, MEMBER);
    expect(await screen.findByText('9 recovery codes left')).toBeVisible();
    await enter(user, screen.getByLabelText('Code'), '123456');
    secondFactor('none');
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
    expect(service.bodies('post', '/idm/v1/second-factor/disable')).toEqual([{ otp: '123456' }]);
  });

  it('offers only the setup and the logout to a user who must set up a second factor first', async () => {
    await show(<AccountScreen />, { ...MEMBER, forEnrolment: true });
    expect(screen.getByText(/Set it up, then log in again/)).toBeVisible();
    await screen.findByRole('button', { name: 'Set up' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
      'Log out',
      'Set up',
    ]);
  });

  it('downloads the data of the user, or says why not', async () => {
    service.refuses('get', '/ai/v1/export' as never, { status: 429, code: 'too_many_requests' });
    const { user } = await show(<AccountScreen />, MEMBER);
    const button = screen.getByRole('button', { name: 'Download everything' });
    await user.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('You sent too many requests');
    expect(downloads).toEqual([]);
    service.on('get', '/ai/v1/export', () => new Response('PK'));
    await user.click(button);
    await screen.findByRole('button', { name: 'Set up' });
    expect(downloads).toEqual(['privacy-chat-export.zip']);
  });
});
