import { screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { downloads, enter, service, show, USER } from '../../testing/show';
import { expectQuestion } from '../../testing/shown-once';
import { PeopleScreen } from './people-screen';
import type { Person } from './use-people';

const USERS = '/admin/v1/users';
const personOf = (change: Partial<Person>): Person => ({
  id: 'hans',
  user_name: 'hans@firma.de',
  display_name: null,
  type: 'person',
  role: 'member',
  active: true,
  limits: {},
  created_at: '2026-01-15T09:30:00.000Z',
  invited_until: null,
  second_factor: false,
  ...change,
});
const groupOf = (id: string, name: string) => ({
  id,
  name,
  limits: {},
  created_at: '2026-01-15T09:30:00.000Z',
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
    await expectQuestion(user, screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
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
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
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

describe('several people', () => {
  const USER_PATH = '/admin/v1/users/{user_id}';
  const INVITE = '/admin/v1/users/{user_id}/invitation';
  const MEMBER = '/admin/v1/groups/{group_id}/members/{user_id}';
  const MARIA = personOf({
    id: 'maria',
    user_name: 'maria@firma.de',
    display_name: 'Maria Weber',
    active: false,
    second_factor: true,
  });

  const chooseAll = async (...people: Person[]) => {
    service.answers('get', USERS, pageOf(people));
    const { user } = await show(<PeopleScreen />);
    await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }));
    return user;
  };
  const open = async (user: Awaited<ReturnType<typeof chooseAll>>, action: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog', { name: action }));
  };

  it('are found by the name that they or SCIM have set', async () => {
    service.answers('get', USERS, pageOf([HANS, MARIA]));
    const { user } = await show(<PeopleScreen />);
    expect(await screen.findByRole('rowheader', { name: 'Maria Weber maria@firma.de' })).toBeVisible();
    await enter(user, screen.getByLabelText('Search people'), 'weber');
    expect(screen.queryByRole('rowheader', { name: HANS.user_name })).toBeNull();
  });

  it('are deactivated after a question that names them, without oneself and those who are inactive', async () => {
    const user = await chooseAll(ANNA, HANS, MARIA);
    expect(screen.getByText('3 chosen')).toBeVisible();
    service.answers('patch', USER_PATH, dataOf({ ...HANS, active: false }));
    const dialog = await open(user, 'Deactivate');
    expect(dialog.getByText(/1 person is logged out .* API keys are revoked permanently/)).toBeVisible();
    expect(dialog.getByText('hans@firma.de')).toBeVisible();
    expect(dialog.getByText(/2 others are left out/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await dialog.findByText('Done for 1 person.')).toBeVisible();
    expect(service.bodies('patch', '/admin/v1/users/hans')).toEqual([{ active: false }]);
  });

  it('are invited again, with the links to download and a reason for each failure', async () => {
    const user = await chooseAll(HANS, personOf({ id: 'eva', user_name: 'eva@firma.de' }));
    service.on('post', INVITE, ({ path }) =>
      path.includes('/eva/')
        ? Response.json({ code: 'conflict', message: '' }, { status: 409 })
        : Response.json(
            dataOf({ link: 'https://x/#invitation=pci_1', valid_until: '2026-01-22T09:30:00.000Z' }),
          ),
    );
    const dialog = await open(user, 'New invitations');
    await user.click(dialog.getByRole('button', { name: 'New invitations' }));
    expect(await dialog.findByText(/Done for 1 person. Hand over their links/)).toBeVisible();
    expect(dialog.getByText(/^eva@firma.de: /)).toBeVisible();
    await expectQuestion(user, screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Download list' }));
    expect(downloads).toEqual(['privacy-chat-people.csv']);
  });

  it('are added to a group that is chosen', async () => {
    service.answers(
      'get',
      '/admin/v1/groups',
      pageOf([groupOf('legal', 'Legal'), groupOf('sales', 'Sales')]),
    );
    service.answers('put', MEMBER, DONE);
    const user = await chooseAll(HANS, MARIA);
    const dialog = await open(user, 'Add to a group');
    await user.selectOptions(await dialog.findByLabelText('Group'), 'Sales');
    await user.click(dialog.getByRole('button', { name: 'Add to a group' }));
    expect(await dialog.findByText('Done for 2 people.')).toBeVisible();
    expect(service.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      '/admin/v1/groups/sales/members/hans',
      '/admin/v1/groups/sales/members/maria',
    ]);
  });

  it('are only those that the list shows: who is hidden by a filter is left alone', async () => {
    const user = await chooseAll(HANS, MARIA);
    await enter(user, screen.getByLabelText('Search people'), 'weber');
    expect(screen.getByText('1 chosen')).toBeVisible();
    service.answers('patch', USER_PATH, dataOf({ ...MARIA, active: true }));
    const dialog = await open(user, 'Activate');
    expect(dialog.getByText(/1 person can log in again/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    expect(await dialog.findByText('Done for 1 person.')).toBeVisible();
    expect(service.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([
      '/admin/v1/users/maria',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await enter(user, screen.getByLabelText('Search people'), 'another name');
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  });

  it('are at most 100 at a time', async () => {
    await chooseAll(
      ...Array.from({ length: 101 }, (_, i) => personOf({ id: `p${i}`, user_name: `p${i}@a.de` })),
    );
    expect(screen.getByText('Choose at most 100 people.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  });
});

describe('single sign-on', () => {
  const SIGN_ON = '/admin/v1/single-sign-on';
  const CHECKS = '/admin/v1/single-sign-on/checks';
  const data = {
    password_login: true,
    redirect_uri: 'https://chat.firma.de/idm/v1/oidc/callback',
    backchannel_logout_uri: 'https://chat.firma.de/idm/v1/oidc/backchannel-logout',
    provider: null,
  };
  const provider = {
    issuer: 'https://id.firma.de',
    client_id: 'privacy-chat',
    client_secret: true,
    scopes: ['openid', 'email'],
    organization_claim: null,
    groups_claim: 'groups',
    roles: [{ group: 'IT', role: 'admin' as const }],
    scim_claim: 'sub',
    audience: null,
  };
  const openDialog = async () => {
    service.answers('get', USERS, pageOf([HANS]));
    const { user } = await show(<PeopleScreen />);
    await user.click(screen.getByRole('button', { name: 'Single sign-on' }));
    return { user, dialog: within(screen.getByRole('dialog', { name: 'Single sign-on' })) };
  };

  it('shows the redirect address to copy if there is no provider yet', async () => {
    service.answers('get', SIGN_ON, dataOf(data));
    const { dialog } = await openDialog();
    expect(await dialog.findByText(data.redirect_uri)).toBeVisible();
    expect(dialog.getByText(/Your organization has no single sign-on/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Test now' })).toBeNull();
  });

  it('shows the settings, and says in words what a test found', async () => {
    service.answers('get', SIGN_ON, dataOf({ ...data, provider }));
    service.answers(
      'get',
      CHECKS,
      dataOf([
        { check: 'metadata' as const, fault: null },
        { check: 'keys' as const, fault: 'no_keys' as const },
      ]),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('https://id.firma.de')).toBeVisible();
    expect(dialog.getByText('IT: Administrator')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Test now' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The provider does not fit the settings yet.');
    expect(dialog.getByText(/The metadata can be read/)).toBeVisible();
    expect(dialog.getByText(/no public key/)).toBeVisible();
    service.answers('get', CHECKS, dataOf([{ check: 'metadata' as const, fault: null }]));
    await user.click(dialog.getByRole('button', { name: 'Test now' }));
    expect(await dialog.findByText('The provider answers and fits the settings.')).toBeVisible();
  });
});
