import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DONE } from '../../testing/service';
import { enter, service, tokenOf } from '../../testing/show';
import { settings } from '../settings';
import { LoginDialog, LoginScreen } from './login-screen';
import { Failure } from '../api/failure';

const SESSION = '/idm/v1/session';
const PASSWORD = '/idm/v1/auth/password';
const DEFAULTS = { ...settings };

const showLogin = (part = <LoginScreen failure={undefined} />) => {
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
  return userEvent.setup({ delay: null });
};
const fill = async (user: ReturnType<typeof userEvent.setup>, password = 'a long password') => {
  await enter(user, screen.getByLabelText('E-mail address'), 'anna@firma.de');
  await enter(user, screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
};
const needs = (code: string) => service.refuses('post', SESSION, { status: 401, code });

afterEach(() => Object.assign(settings, DEFAULTS));

describe('the login', () => {
  it('sends name and password, and shows no failure if they are accepted', async () => {
    service.answers('post', SESSION, { jwtToken: tokenOf(), role: 'member' });
    await fill(showLogin());
    await waitFor(() =>
      expect(service.bodies('post', SESSION)).toEqual([
        { userName: 'anna@firma.de', password: 'a long password' },
      ]),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why it was refused, and keeps what the user entered', async () => {
    needs('unauthenticated');
    await fill(showLogin());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('E-mail address')).toHaveValue('anna@firma.de');
    expect(screen.getByLabelText('Password')).toHaveValue('a long password');
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  it('asks for a code after the password was accepted, and sends all three', async () => {
    needs('second_factor_required');
    const user = showLogin();
    await fill(user);
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    await enter(user, code, '123456');
    service.answers('post', SESSION, { jwtToken: tokenOf(), role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() =>
      expect(service.bodies('post', SESSION)[1]).toEqual({
        userName: 'anna@firma.de',
        password: 'a long password',
        otp: '123456',
      }),
    );
  });

  it('keeps asking for the code after a wrong one, and says that it is wrong', async () => {
    needs('second_factor_required');
    const user = showLogin();
    await fill(user);
    await enter(user, await screen.findByLabelText('Code'), '000000');
    needs('unauthenticated');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
  });

  it('replaces a one-time password by an own one, then logs in with that', async () => {
    needs('password_change_required');
    const user = showLogin();
    await fill(user, 'one-time');
    expect(await screen.findByText('That was a one-time password. Choose your own password.')).toBeVisible();
    await enter(user, screen.getByLabelText('New password'), 'my own password');
    service.answers('post', PASSWORD, DONE as never);
    service.answers('post', SESSION, { jwtToken: tokenOf(), role: 'member' });
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() =>
      expect(service.bodies('post', SESSION)[1]).toEqual({
        userName: 'anna@firma.de',
        password: 'my own password',
      }),
    );
    expect(service.bodies('post', PASSWORD)).toEqual([
      { userName: 'anna@firma.de', password: 'one-time', newPassword: 'my own password' },
    ]);
  });

  it('leads to the public address if the page was opened at another one that may not log in', async () => {
    settings.publicBaseUrl = 'https://chat.firma.de';
    service.refuses('post', SESSION, { status: 403, code: 'forbidden' });
    await fill(showLogin());
    expect(await screen.findByRole('link', { name: 'https://chat.firma.de' })).toBeVisible();
  });

  it('shows why the last session could not be continued', () => {
    showLogin(<LoginScreen failure={new Failure({ code: 'unavailable' })} />);
    expect(screen.getByRole('alert')).toBeVisible();
  });
});

describe('the ways to log in', () => {
  it.each([
    [true, false],
    [true, true],
    [false, true],
  ])('are those of the deployment: password %s, single sign-on %s', (passwordLogin, singleSignOn) => {
    Object.assign(settings, { passwordLogin, singleSignOn });
    showLogin();
    expect(screen.queryByLabelText('Password') !== null).toBe(passwordLogin);
    const link = screen.queryByRole('link', { name: 'Log in with single sign-on' });
    expect(link !== null).toBe(singleSignOn);
    if (link) expect(link).toHaveAttribute('href', '/idm/v1/oidc/login');
  });

  it('of an expired session name the user, and the password has the focus', () => {
    showLogin(<LoginDialog userName="anna@firma.de" />);
    expect(screen.getByText('Your session has expired. Log in to continue where you were.')).toBeVisible();
    expect(screen.getByLabelText('E-mail address')).toHaveValue('anna@firma.de');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });
});
