import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import type { Person } from '../people/use-people';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show } from '../../testing/show';
import { GroupsScreen } from './groups-screen';
import type { Group } from './use-groups';

const GROUPS = '/admin/v1/groups';
const MEMBERS = '/admin/v1/groups/{group_id}/members';
const created_at = '2026-01-15T09:30:00.000Z';
const SALES: Group = { id: 'sales', name: 'Sales', limits: {}, created_at };
const HANS: Person = {
  id: 'hans',
  user_name: 'hans@firma.de',
  type: 'person',
  role: 'member',
  active: true,
  limits: {},
  created_at,
  invited_until: null,
  second_factor: false,
  display_name: null,
};
type Member = Schemas['GroupMemberDto'];
const EVA: Member = { id: 'eva', user_name: 'eva@firma.de', from_claims: true, from_scim: false };

describe('the screen of groups', () => {
  it('shows that the list is loading', async () => {
    service.waits('get', GROUPS);
    await show(<GroupsScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no groups', async () => {
    service.answers('get', GROUPS, pageOf<Group>([]));
    await show(<GroupsScreen />);
    expect(await screen.findByText('No groups yet.')).toBeVisible();
  });

  it('says why the list cannot be shown', async () => {
    service.refuses('get', GROUPS, { status: 403, code: 'forbidden' });
    await show(<GroupsScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not allowed to do this.');
    expect(screen.queryByText(/Loading/)).toBeNull();
  });

  it('creates a group, which then is in the list', async () => {
    service.answers('get', GROUPS, pageOf<Group>([]));
    service.answers('post', GROUPS, dataOf(SALES));
    const { user } = await show(<GroupsScreen />);
    await user.click(screen.getByRole('button', { name: 'New group' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New group' }));
    await enter(user, dialog.getByLabelText('Name'), 'Sales');
    service.answers('get', GROUPS, pageOf([SALES]));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('rowheader', { name: 'Sales' })).toBeVisible();
    expect(service.bodies('post', GROUPS)).toEqual([{ name: 'Sales' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('deletes a group only after a confirmation that names it', async () => {
    service.answers('get', GROUPS, pageOf([SALES]));
    service.answers('delete', '/admin/v1/groups/{group_id}', DONE);
    const { user } = await show(<GroupsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Sales' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this group?' }));
    expect(dialog.getByText(/Members of “Sales” lose/)).toBeVisible();
    expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    service.answers('get', GROUPS, pageOf<Group>([]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No groups yet.')).toBeVisible();
  });

  it('adds and removes members, except those that single sign-on added', async () => {
    service.answers('get', GROUPS, pageOf([SALES]));
    service.answers('get', '/admin/v1/users', pageOf([HANS]));
    service.answers('get', MEMBERS, pageOf([EVA]));
    service.answers('put', '/admin/v1/groups/{group_id}/members/{user_id}', DONE);
    service.answers('delete', '/admin/v1/groups/{group_id}/members/{user_id}', DONE);
    const { user } = await show(<GroupsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Members' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Members of Sales' }));
    const eva = (await dialog.findByText(EVA.user_name)).closest('li')!;
    expect(within(eva).getByText('by single sign-on')).toBeVisible();
    expect(within(eva).queryByRole('button')).toBeNull();
    expect(await dialog.findByLabelText('Add a member')).toHaveDisplayValue(HANS.user_name);
    service.answers('get', MEMBERS, pageOf([EVA, { ...HANS, from_claims: false, from_scim: false }]));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    const remove = await dialog.findByRole('button', { name: 'Remove hans@firma.de' });
    service.answers('get', MEMBERS, pageOf([EVA]));
    await user.click(remove);
    await waitFor(() => expect(remove).not.toBeInTheDocument());
  });

  it('offers people of all pages, ordered by name', async () => {
    const anna = { ...HANS, id: 'anna', user_name: 'anna@firma.de' };
    service.answers('get', GROUPS, pageOf([SALES]));
    service.on('get', '/admin/v1/users', ({ query }) =>
      Response.json(query.cursor ? pageOf([anna]) : pageOf([HANS], 'next')),
    );
    service.answers('get', MEMBERS, pageOf<Member>([]));
    const { user } = await show(<GroupsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Members' }));
    const options = () => within(screen.getByLabelText('Add a member')).getAllByRole('option');
    await waitFor(() =>
      expect(options().map(({ textContent }) => textContent)).toEqual([anna.user_name, HANS.user_name]),
    );
  });

  it('says if a group has no members', async () => {
    service.answers('get', GROUPS, pageOf([SALES]));
    service.answers('get', '/admin/v1/users', pageOf<Person>([]));
    service.answers('get', MEMBERS, pageOf<Member>([]));
    const { user } = await show(<GroupsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Members' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('No members yet.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
