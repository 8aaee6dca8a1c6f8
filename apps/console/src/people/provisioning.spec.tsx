import { screen, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { service, show } from '../../testing/show';
import { expectQuestion } from '../../testing/shown-once';
import { PeopleScreen } from './people-screen';
import type { Person } from './use-people';

type Key = Schemas['KeyDto'];
const KEYS = '/admin/v1/keys';
const keyOf = (name: string, change: Partial<Key> = {}): Key => ({
  id: name,
  user_id: 'service',
  name,
  scopes: ['scim'],
  limits: {},
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_on: null,
  ...change,
});

async function open() {
  service.answers('get', '/admin/v1/users', pageOf<Person>([]));
  service.waits('get', '/admin/v1/organization');
  const { user } = await show(<PeopleScreen />);
  await user.click(screen.getByRole('button', { name: 'Provisioning (SCIM)' }));
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Provisioning (SCIM)' })) };
}

describe('the provisioning by an identity provider', () => {
  it('shows the address, and only tokens that can be used', async () => {
    const used = keyOf('Entra', { last_used_on: '2026-01-16' });
    const others = [
      keyOf('Old', { revoked_at: '2026-01-16T00:00:00.000Z' }),
      keyOf('Chat', { scopes: ['chat'] }),
    ];
    service.answers('get', KEYS, pageOf([used, ...others]));
    const { dialog } = await open();
    expect(dialog.getByText(/\/idm\/v1\/scim\/v2$/)).toBeVisible();
    expect(await dialog.findByText(/last used/)).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Entra/),
    ]);
  });

  it('creates a token, shows it once, and ends the earlier one', async () => {
    service.answers('get', KEYS, pageOf([keyOf('Earlier')]));
    service.answers('post', KEYS, dataOf({ ...keyOf('New'), key: 'pck_secret' }));
    service.answers('delete', '/admin/v1/keys/{key_id}', DONE);
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'New token' }));
    expect(await dialog.findByText('pck_secret')).toBeVisible();
    expect(service.bodies('post', KEYS)).toEqual([
      { name: expect.stringMatching(/^Identity provider, /), scopes: ['scim'] },
    ]);
    service.answers('get', KEYS, pageOf<Key>([]));
    await user.click(await dialog.findByRole('button', { name: 'End Earlier' }));
    expect(await dialog.findByText('No token yet.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'New token' })).toBeDisabled();
    await expectQuestion(user, screen.getByRole('dialog'));
    await user.click(dialog.getAllByRole('button', { name: 'Copy' })[1]!);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('pck_secret')).toBeNull();
  });

  it('does not ask for a token that has ended, and offers another', async () => {
    service.answers('get', KEYS, pageOf([keyOf('New')]));
    service.answers('post', KEYS, dataOf({ ...keyOf('New'), key: 'pck_secret' }));
    service.answers('delete', '/admin/v1/keys/{key_id}', DONE);
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'New token' }));
    expect(await dialog.findByText('pck_secret')).toBeVisible();
    service.answers('get', KEYS, pageOf<Key>([]));
    await user.click(await dialog.findByRole('button', { name: 'End New' }));
    expect(await dialog.findByText('No token yet.')).toBeVisible();
    expect(screen.queryByText('pck_secret')).toBeNull();
    expect(dialog.getByRole('button', { name: 'New token' })).toBeEnabled();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
