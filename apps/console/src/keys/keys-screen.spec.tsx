import { screen, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show } from '../../testing/show';
import { expectQuestion } from '../../testing/shown-once';
import { KeysScreen } from './keys-screen';

type Key = Schemas['KeyDto'];
const OWN = '/idm/v1/keys';
const keyOf = (name: string, change: Partial<Key> = {}): Key => ({
  id: name,
  user_id: 'hans',
  name,
  scopes: ['chat', 'openai'],
  limits: {},
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_on: null,
  ...change,
});
const REPORTS = keyOf('Reports');

describe('the screen of keys', () => {
  it('shows that the list is loading', async () => {
    service.waits('get', OWN);
    await show(<KeysScreen />, { role: 'member' });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no keys', async () => {
    service.answers('get', OWN, pageOf<Key>([]));
    await show(<KeysScreen />, { role: 'member' });
    expect(await screen.findByText('No keys yet.')).toBeVisible();
  });

  it('says why the list cannot be shown', async () => {
    service.refuses('get', OWN, { status: 500, code: 'internal' });
    await show(<KeysScreen />, { role: 'member' });
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });

  it('lists keys with what they may be used for, and which cannot be used any more', async () => {
    const expired = keyOf('Old', { expires_at: '2026-01-16T00:00:00.000Z' });
    const revoked = keyOf('Lost', { revoked_at: '2026-01-16T00:00:00.000Z' });
    service.answers('get', OWN, pageOf([REPORTS, expired, revoked]));
    await show(<KeysScreen />, { role: 'member' });
    expect(
      await screen.findByRole('row', { name: /Reports Chat, OpenAI-compatible API never never/ }),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: /Old .* expired/ })).toBeVisible();
    const lost = screen.getByRole('row', { name: /Lost .* revoked/ });
    expect(within(lost).queryByRole('button')).toBeNull();
  });

  it('shows members only their own keys, and administrators also those of the organization', async () => {
    service.answers('get', OWN, pageOf([REPORTS]));
    service.answers('get', '/admin/v1/keys', pageOf([keyOf('Invoices')]));
    const { unmount } = await show(<KeysScreen />, { role: 'member' });
    await screen.findByRole('rowheader', { name: 'Reports' });
    expect(screen.queryByRole('tab')).toBeNull();
    unmount();
    const { user } = await show(<KeysScreen />, { role: 'admin' });
    await user.click(screen.getByRole('tab', { name: 'Keys of the organization' }));
    expect(await screen.findByRole('rowheader', { name: 'Invoices' })).toBeVisible();
  });

  it('creates a key and shows it once, with examples', async () => {
    service.answers('get', OWN, pageOf<Key>([]));
    service.answers('post', OWN, dataOf({ ...REPORTS, key: 'pc_secret' }));
    const { user } = await show(<KeysScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'New key' }));
    const form = within(screen.getByRole('dialog', { name: 'New key' }));
    await enter(user, form.getByLabelText('Name'), 'Reports');
    await user.click(form.getByLabelText('Anonymize'));
    await user.selectOptions(form.getByLabelText('Expires'), 'never');
    await user.click(form.getByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Key “Reports”' }));
    expect(dialog.getByText('pc_secret')).toBeVisible();
    expect(service.bodies('post', OWN)).toEqual([{ name: 'Reports', scopes: ['chat', 'anonymize'] }]);
    expect(dialog.getByRole('tablist', { name: 'Examples' })).toBeVisible();
    await expectQuestion(user, screen.getByRole('dialog'));
    await user.click(dialog.getAllByRole('button', { name: 'Copy' })[0]!);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('pc_secret')).toBeNull();
  });

  it('creates no key that may be used for nothing', async () => {
    service.answers('get', OWN, pageOf<Key>([]));
    const { user } = await show(<KeysScreen />, { role: 'member' });
    await user.click(screen.getByRole('button', { name: 'New key' }));
    await user.click(screen.getByLabelText('Chat'));
    expect(screen.getByRole('button', { name: 'Create key' })).toBeDisabled();
  });

  it('revokes a key only after a confirmation that names it', async () => {
    service.answers('get', OWN, pageOf([REPORTS]));
    service.answers('delete', '/idm/v1/keys/{key_id}', DONE);
    const { user } = await show(<KeysScreen />, { role: 'member' });
    const revoke = await screen.findByRole('button', { name: 'Revoke Reports' });
    await user.click(revoke);
    const dialog = within(screen.getByRole('dialog', { name: 'Revoke this key?' }));
    expect(dialog.getByText(/Programs that use “Reports” are refused/)).toBeVisible();
    service.answers('get', OWN, pageOf([keyOf('Reports', { revoked_at: '2026-01-16T00:00:00.000Z' })]));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByRole('row', { name: /Reports .* revoked/ })).toBeVisible();
    expect(revoke).not.toBeInTheDocument();
  });

  it('asks for the keys again if they could not be loaded after a revocation', async () => {
    service.answers('get', OWN, pageOf([REPORTS]));
    service.answers('delete', '/idm/v1/keys/{key_id}', DONE);
    const { user } = await show(<KeysScreen />, { role: 'member' });
    await user.click(await screen.findByRole('button', { name: 'Revoke Reports' }));
    service.refuses('get', OWN, { status: 500, code: 'internal' });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await screen.findByRole('alert');
    service.answers('get', OWN, pageOf([keyOf('Reports', { revoked_at: '2026-01-16T00:00:00.000Z' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Reports .* revoked/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
