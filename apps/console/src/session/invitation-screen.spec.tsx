import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App } from '../app';
import { enter, service, USER } from '../../testing/show';

const ACCEPT = '/idm/v1/auth/invitation';
const SESSION = '/idm/v1/session';

async function open() {
  history.replaceState(null, '', '/#invitation=pci_secret');
  render(<App />);
  await screen.findByRole('heading', { name: 'Welcome' });
  return userEvent.setup({ delay: null });
}

describe('the page of an invitation', () => {
  it('removes the token from the address, and sends it only with the password [SEC-153]', async () => {
    service.answers('post', ACCEPT, { success: true, message: '', userName: USER.name });
    service.refuses('post', SESSION, { status: 401, code: 'second_factor_required' });
    const user = await open();
    expect(location.href).not.toContain('pci_secret');
    expect(service.requests).toEqual([]);
    await enter(user, screen.getByLabelText('New password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Set password and log in' }));
    await screen.findByRole('heading', { name: 'Log in' });
    expect(service.bodies('post', ACCEPT)).toEqual([
      { token: 'pci_secret', newPassword: 'correct horse battery' },
    ]);
    expect(service.bodies('post', SESSION)).toEqual([
      { userName: USER.name, password: 'correct horse battery' },
      {},
    ]);
  });

  it('says that an invitation is no longer valid, and leads to the login', async () => {
    service.refuses('post', ACCEPT, { status: 401, code: 'invitation_invalid' });
    service.refuses('post', SESSION, { status: 401, code: 'unauthenticated' });
    const user = await open();
    await enter(user, screen.getByLabelText('New password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Set password and log in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is no longer valid.');
    await user.click(screen.getByRole('button', { name: 'To the login' }));
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  });
});
