import { screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show, USER } from '../../testing/show';
import { PeopleScreen } from './people-screen';
import type { Person } from './use-people';

const USERS = '/admin/v1/users';
const personOf = (change: Partial<Person>): Person => ({
  id: 'hans',
  user_name: 'hans@firma.de',
  type: 'person',
  role: 'member',
  active: true,
  limits: {},
  created_at: '2026-01-15T09:30:00.000Z',
  invited_until: null,
  second_factor: false,
  ...change,
});
const ANNA = personOf({ id: USER.id, user_name: USER.name, role: 'admin' });
const HANS = personOf({});
const ROBOT = personOf({ id: 'robot', user_name: 'reports', type: 'service', role: null, active: false });

beforeEach(() => {
  service.answers(
    'get',
    '/admin/v1/organization',
    dataOf({ id: 'o', name: 'Example', limits: {}, total_limits: {}, second_factor_required: false }),
  );
});

const openMenu = async (name: string) => {
  const { user } = await show(<PeopleScreen />);
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return user;
};

describe('the screen of people', () => {
  it('shows that the list is loading', async () => {
    service.waits('get', USERS);
    await show(<PeopleScreen />);
    expect(screen.getByRole('heading', { name: 'People' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no people', async () => {
    service.answers('get', USERS, pageOf<Person>([]));
    await show(<PeopleScreen />);
    expect(await screen.findByText('No people yet.')).toBeVisible();
  });

  it('says why the list cannot be shown, and shows it when a retry succeeds', async () => {
    service.refuses('get', USERS, { status: 500, code: 'internal' });
    const { user } = await show(<PeopleScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    expect(screen.queryByText(/Loading/)).toBeNull();
    service.answers('get', USERS, pageOf([HANS]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: HANS.user_name })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('lists users and service accounts with role and state', async () => {
    service.answers('get', USERS, pageOf([ANNA, HANS, ROBOT]));
    await show(<PeopleScreen />);
    expect(await screen.findByRole('row', { name: /hans@firma.de Member active/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /reports Service account inactive/ })).toBeVisible();
  });

  it('finds people by name, role and order among all pages', async () => {
    service.on('get', USERS, ({ query }) =>
      Response.json(query.cursor ? pageOf([ANNA]) : pageOf([HANS, ROBOT], 'next')),
    );
    const { user } = await show(<PeopleScreen />);
    await screen.findByRole('rowheader', { name: HANS.user_name });
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names()).toEqual([HANS.user_name, 'reports']);
    await user.selectOptions(screen.getByLabelText('Order'), 'by name');
    await waitFor(() => expect(names()).toEqual([USER.name, HANS.user_name, 'reports']));
    await enter(user, screen.getByLabelText('Search people'), 'FIRMA');
    expect(names()).toEqual([USER.name, HANS.user_name]);
    await user.selectOptions(screen.getByLabelText('Role'), 'Administrator');
    expect(names()).toEqual([USER.name]);
    await enter(user, screen.getByLabelText('Search people'), ' nowhere');
    expect(screen.getByText('No person matches.')).toBeVisible();
  });

  it('loads the next page on request, and keeps the first if the next fails', async () => {
    service.answers('get', USERS, pageOf([ANNA], 'next'));
    const { user } = await show(<PeopleScreen />);
    const more = await screen.findByRole('button', { name: 'Show more' });
    service.refuses('get', USERS, { status: 500 });
    await user.click(more);
    await screen.findByRole('alert');
    expect(screen.getByRole('rowheader', { name: ANNA.user_name })).toBeVisible();
    service.answers('get', USERS, pageOf([HANS]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: HANS.user_name })).toBeVisible();
    expect(service.requests.at(-1)?.query).toEqual({ limit: '100', cursor: 'next' });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('adds a person and shows the one-time password once', async () => {
    service.answers('get', USERS, pageOf<Person>([]));
    service.answers(
      'post',
      USERS,
      dataOf({ user: HANS, one_time_password: 'k7wzq-m3hxd', valid_until: '2026-01-18T09:30:00.000Z' }),
    );
    const { user } = await show(<PeopleScreen />);
    await user.click(screen.getByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add a person' }));
    await enter(user, dialog.getByLabelText('E-mail address'), HANS.user_name);
    await user.selectOptions(dialog.getByLabelText('Role'), 'Auditor');
    await user.selectOptions(dialog.getByLabelText('First login'), 'One-time password');
    await user.click(dialog.getByRole('button', { name: 'Add a person' }));
    expect(await dialog.findByText('k7wzq-m3hxd')).toBeVisible();
    expect(service.bodies('post', USERS)).toEqual([{ user_name: HANS.user_name, role: 'auditor' }]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('invites a person, shows the link once, and who has not used theirs', async () => {
    const invited = { ...HANS, invited_until: '2099-01-22T09:30:00.000Z' };
    const late = personOf({
      id: 'late',
      user_name: 'late@firma.de',
      invited_until: '2026-01-16T09:30:00.000Z',
    });
    service.answers('get', USERS, pageOf([invited, late]));
    const made = { link: 'https://chat/#invitation=pci_1', valid_until: invited.invited_until };
    service.answers('post', `${USERS}/invite`, dataOf({ user: invited, ...made }));
    const { user } = await show(<PeopleScreen />);
    await user.click(screen.getByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add a person' }));
    await enter(user, dialog.getByLabelText('E-mail address'), HANS.user_name);
    await user.click(dialog.getByRole('button', { name: 'Add a person' }));
    expect(await dialog.findByText(made.link)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(made.link)).toBeNull();
    expect(screen.getByRole('row', { name: /hans@firma.de Member invited until/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /late@firma.de Member invitation expired/ })).toBeVisible();
  });

  it.each([
    ['Reset password', null, 'invitation'],
    ['New invitation', '2099-01-22T09:30:00.000Z', 'password'],
  ] as const)('offers “%s” by link or one-time password', async (action, invitedUntil, path) => {
    service.answers('get', USERS, pageOf([{ ...HANS, invited_until: invitedUntil }]));
    const until = { valid_until: '2026-01-18T09:30:00.000Z' };
    service.answers('post', '/admin/v1/users/{user_id}/invitation', dataOf({ ...until, link: 'secret' }));
    service.answers(
      'post',
      '/admin/v1/users/{user_id}/password',
      dataOf({ ...until, one_time_password: 'secret' }),
    );
    const user = await openMenu(HANS.user_name);
    await user.click(screen.getByRole('menuitem', { name: action }));
    const dialog = within(screen.getByRole('dialog', { name: action }));
    if (path === 'password')
      await user.selectOptions(dialog.getByLabelText('First login'), 'One-time password');
    await user.click(dialog.getByRole('button', { name: action }));
    expect(await dialog.findByText('secret')).toBeVisible();
    expect(service.bodies('post', `${USERS}/hans/${path}`)).toHaveLength(1);
  });

  it('demands a second factor, and resets one, after a confirmation', async () => {
    const organization = {
      id: 'o',
      name: 'Example',
      limits: {},
      total_limits: {},
      second_factor_required: false,
    };
    service.answers('get', '/admin/v1/organization', dataOf(organization));
    service.answers('get', USERS, pageOf([{ ...HANS, second_factor: true }, ANNA]));
    service.answers(
      'patch',
      '/admin/v1/organization',
      dataOf({ ...organization, second_factor_required: true }),
    );
    service.answers('delete', '/admin/v1/users/{user_id}/second-factor', DONE);
    const user = await openMenu(HANS.user_name);
    expect(screen.getByRole('row', { name: /hans@firma.de Member active Second factor/ })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: 'Reset second factor' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset second factor' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Require a second factor'));
    service.answers(
      'get',
      '/admin/v1/organization',
      dataOf({ ...organization, second_factor_required: true }),
    );
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Require' }));
    await waitFor(() => expect(screen.getByLabelText('Require a second factor')).toBeChecked());
    expect(service.bodies('patch', '/admin/v1/organization')).toEqual([{ second_factor_required: true }]);
    expect(service.bodies('delete', `${USERS}/hans/second-factor`)).toHaveLength(1);
  });

  it('says in the form why a person cannot be added', async () => {
    service.answers('get', USERS, pageOf<Person>([]));
    service.refuses('post', `${USERS}/invite`, { status: 409, code: 'conflict' });
    const { user } = await show(<PeopleScreen />);
    await user.click(screen.getByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog'));
    await enter(user, dialog.getByLabelText('E-mail address'), HANS.user_name);
    await user.click(dialog.getByRole('button', { name: 'Add a person' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Something changed in the meantime');
    expect(dialog.getByLabelText('E-mail address')).toHaveValue(HANS.user_name);
  });

  it('deletes a person only after a confirmation that names the person', async () => {
    service.answers('get', USERS, pageOf([ANNA, HANS]));
    service.answers('delete', '/admin/v1/users/{user_id}', DONE);
    const user = await openMenu(HANS.user_name);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this person?' }));
    expect(dialog.getByText(/of hans@firma.de will be permanently erased/)).toBeVisible();
    service.answers('get', USERS, pageOf([ANNA]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitForElementToBeRemoved(() => screen.queryByRole('rowheader', { name: HANS.user_name }));
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      `DELETE ${USERS}/${HANS.id}`,
    );
  });

  it('does not let administrators delete themselves', async () => {
    service.answers('get', USERS, pageOf([ANNA, HANS]));
    await openMenu(ANNA.user_name);
    expect(screen.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  it('changes a role', async () => {
    service.answers('get', USERS, pageOf([HANS]));
    service.answers('patch', '/admin/v1/users/{user_id}', dataOf(HANS));
    const user = await openMenu(HANS.user_name);
    await user.click(screen.getByRole('menuitem', { name: 'Change role' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Role of hans@firma.de' }));
    await user.selectOptions(dialog.getByLabelText('Role'), 'Administrator');
    expect(dialog.getByText(/Also manages people/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Add a person' });
    expect(service.bodies('patch', `${USERS}/hans`)).toEqual([{ role: 'admin' }]);
  });
});
