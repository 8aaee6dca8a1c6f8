import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import { openWork, workKeyOf, workOf } from '../chat/work/work';
import { NORDWERK as SAMPLE } from '../../testing/samples';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show, USER } from '../../testing/show';
import { CasesScreen } from './cases-screen';
import type { Case, CaseDetails } from './use-cases';

const CASES = '/ai/v1/cases';
const ONE = '/ai/v1/cases/{case_id}';
const GROUPS = '/ai/v1/groups';
const NORDWERK: Case = { ...SAMPLE, name: 'Schmidt ./. Nordwerk', entities: 1_200 };
const ANNA = { user_id: USER.id, user_name: USER.name };
const HANS = { user_id: 'hans', user_name: 'hans@firma.de' };
const detailsOf = (change: Partial<CaseDetails> = {}): CaseDetails => ({
  ...NORDWERK,
  people: [ANNA],
  waiting: 0,
  waiting_names: [],
  ...change,
});

const open = async (path: string) =>
  show(<Route path="/cases/:id?">{({ id }) => <CasesScreen id={id} />}</Route>, {
    role: 'member',
    at: path,
  });
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

beforeEach(() => openWork(USER.id));
afterEach(() => openWork(undefined));

describe('the list of cases', () => {
  it('is shown as loading', async () => {
    service.waits('get', CASES);
    await open('/cases');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no cases', async () => {
    service.answers('get', CASES, pageOf<Case>([]));
    await open('/cases');
    expect(await screen.findByText('No cases yet.')).toBeVisible();
  });

  it('says why it cannot be shown, and offers to try again', async () => {
    service.refuses('get', CASES, { status: 500, code: 'internal' });
    const { user } = await open('/cases');
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    service.answers('get', CASES, pageOf([NORDWERK]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: NORDWERK.name })).toBeVisible();
  });

  it('has the cases of all pages with their number of values, and says which are shared', async () => {
    const shared = { ...NORDWERK, case_id: 'shared', name: '', is_owner: false, members: 3 };
    service.answers('get', CASES, ({ query }) =>
      query.cursor === 'nordwerk' ? pageOf([shared]) : pageOf([NORDWERK], 'nordwerk'),
    );
    await open('/cases');
    expect(await screen.findByRole('row', { name: /Nordwerk 1,200 only you/ })).toBeVisible();
    expect(
      screen.getByRole('row', { name: /^Case of Jan.15,.2026,.* 3 people shared with you/ }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: NORDWERK.name })).toHaveAttribute('href', '/cases/nordwerk');
  });

  it('creates a case and opens it', async () => {
    service.answers('get', CASES, pageOf<Case>([]));
    service.answers('post', CASES, dataOf(NORDWERK));
    service.answers('get', ONE, dataOf(detailsOf()));
    const { user } = await open('/cases');
    await user.click(screen.getByRole('button', { name: 'New case' }));
    await enter(user, dialog('New case').getByLabelText('Name'), NORDWERK.name);
    await user.selectOptions(
      dialog('New case').getByLabelText('Replacements'),
      'Placeholders, such as [NAME_1]',
    );
    fireEvent.change(dialog('New case').getByLabelText('Last day'), { target: { value: '2099-06-01' } });
    await user.click(dialog('New case').getByRole('button', { name: 'Create case' }));
    expect(await screen.findByRole('heading', { name: NORDWERK.name })).toBeVisible();
    const expires_at = new Date(2099, 5, 1, 23, 59, 59).toISOString();
    expect(service.bodies('post', CASES)).toEqual([
      { name: NORDWERK.name, style: 'placeholders', expires_at },
    ]);
  });

  it('says what to do if the user has as many cases as allowed', async () => {
    service.answers('get', CASES, pageOf<Case>([]));
    service.refuses('post', CASES, { status: 409, code: 'case_limit' });
    const { user } = await open('/cases');
    await user.click(screen.getByRole('button', { name: 'New case' }));
    await enter(user, screen.getByLabelText('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Create case' }));
    expect(await dialog('New case').findByRole('alert')).toHaveTextContent(
      'Delete a case that you no longer need',
    );
  });
});

describe('a case', () => {
  it('is shown as loading', async () => {
    service.waits('get', ONE);
    await open('/cases/nordwerk');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if it has ended, with a way back', async () => {
    service.refuses('get', ONE, { status: 404, code: 'not_found' });
    await open('/cases/nordwerk');
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
    expect(screen.getByRole('link', { name: 'All cases' })).toHaveAttribute('href', '/cases');
  });

  it('shows its content and its users', async () => {
    const expires_at = '2026-06-01T09:30:00.000Z';
    service.answers('get', ONE, dataOf(detailsOf({ people: [ANNA, HANS], group_id: 'sales', expires_at })));
    await open('/cases/nordwerk');
    const content = within(await screen.findByRole('region', { name: 'Content' }));
    expect(content.getByText('1,200')).toBeVisible();
    expect(content.getByText(/Jun.1,.2026/)).toBeVisible();
    const people = within(screen.getByRole('region', { name: 'Used by' }));
    expect(people.getByText('hans@firma.de')).toBeVisible();
    expect(people.getByText(/its members can see every value/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Restore values' })).toHaveAttribute(
      'href',
      '/restore?case=nordwerk',
    );
  });

  it('can be used, but not changed, by members who do not own it', async () => {
    service.answers('get', ONE, dataOf(detailsOf({ is_owner: false, waiting: 1, group_id: 'sales' })));
    await open('/cases/nordwerk');
    expect(await screen.findByText(/Only its owner can rename/)).toBeVisible();
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['New conversation in this case']);
  });

  it('begins a new conversation', async () => {
    service.answers('get', ONE, dataOf(detailsOf()));
    const { user } = await open('/cases/nordwerk');
    await user.click(await screen.findByRole('button', { name: 'New conversation in this case' }));
    expect(location.pathname).toBe('/chat');
    expect(workOf(workKeyOf(undefined)).caseId).toBe('nordwerk');
  });

  it('is renamed', async () => {
    service.answers('get', ONE, dataOf(detailsOf({ expires_at: '2099-06-01T09:30:00.000Z' })));
    service.answers('patch', ONE, dataOf(NORDWERK));
    const { user } = await open('/cases/nordwerk');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.clear(dialog('Change case').getByLabelText('Name'));
    await enter(user, dialog('Change case').getByLabelText('Name'), 'Closed');
    service.answers('get', ONE, dataOf(detailsOf({ name: 'Closed' })));
    await user.click(dialog('Change case').getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Closed' })).toBeVisible();
    expect(service.bodies('patch', '/ai/v1/cases/nordwerk')).toEqual([{ name: 'Closed' }]);
  });

  it('gets another last day, or none', async () => {
    const change = async (expires_at: string | null, before: string, day: string) => {
      service.answers('get', ONE, dataOf(detailsOf({ expires_at })));
      service.answers('patch', ONE, dataOf(NORDWERK));
      const { user, unmount } = await open('/cases/nordwerk');
      await user.click(await screen.findByRole('button', { name: 'Change' }));
      const field = dialog('Change case').getByLabelText('Last day');
      expect(field).toHaveValue(before);
      fireEvent.change(field, { target: { value: day } });
      await user.click(dialog('Change case').getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      unmount();
      return service.bodies('patch', '/ai/v1/cases/nordwerk').at(-1);
    };
    const { name } = NORDWERK;
    const end = new Date(2099, 5, 1, 23, 59, 59).toISOString();
    expect(await change(null, '', '2099-06-01')).toEqual({ name, expires_at: end });
    expect(await change(end, '2099-06-01', '')).toEqual({ name, expires_at: null });
  });

  it('is deleted only after a warning that names it', async () => {
    service.answers('get', ONE, dataOf(detailsOf()));
    service.answers('delete', ONE, DONE);
    const { user } = await open('/cases/nordwerk');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const asked = dialog('Delete this case?');
    expect(asked.getByText(/nothing restores the values of “Schmidt .\/. Nordwerk”/)).toBeVisible();
    expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    service.answers('get', CASES, pageOf<Case>([]));
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No cases yet.')).toBeVisible();
    expect(location.pathname).toBe('/cases');
  });
});

describe('the sharing of a case', () => {
  const share = async () => {
    service.answers('get', ONE, dataOf(detailsOf()));
    const { user } = await open('/cases/nordwerk');
    await user.click(await screen.findByRole('button', { name: 'Share with a group' }));
    return user;
  };

  it('shows that the groups are loading', async () => {
    service.waits('get', GROUPS);
    await share();
    expect(dialog('Share with a group').getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if the user is in no group', async () => {
    service.answers('get', GROUPS, dataOf<never[]>([]));
    await share();
    expect(await dialog('Share with a group').findByText(/You are in no group/)).toBeVisible();
  });

  it('says why the groups cannot be shown', async () => {
    service.refuses('get', GROUPS, { status: 500, code: 'internal' });
    await share();
    expect(await dialog('Share with a group').findByRole('alert')).toHaveTextContent('An error occurred');
  });

  it('says what members of the group can see before the case is shared', async () => {
    service.answers(
      'get',
      GROUPS,
      dataOf([
        { id: 'law', name: 'Law' },
        { id: 'sales', name: 'Sales' },
      ]),
    );
    service.answers('patch', ONE, dataOf(NORDWERK));
    const user = await share();
    const asked = dialog('Share with a group');
    await user.selectOptions(await asked.findByLabelText('Group'), 'Sales');
    expect(asked.getByText(/see and restore every value in this case/)).toBeVisible();
    service.answers('get', ONE, dataOf(detailsOf({ group_id: 'sales', people: [ANNA, HANS], members: 2 })));
    await user.click(asked.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('hans@firma.de')).toBeVisible();
    expect(service.bodies('patch', '/ai/v1/cases/nordwerk')).toEqual([{ group_id: 'sales' }]);
  });

  it('admits later members only after the owner has read their names', async () => {
    const waits = { group_id: 'sales', waiting: 1, waiting_names: ['hans@firma.de'] };
    service.answers('get', ONE, dataOf(detailsOf(waits)));
    service.answers('patch', ONE, dataOf(NORDWERK));
    const { user } = await open('/cases/nordwerk');
    expect(await screen.findByText(/hans@firma.de joined the group after/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Admit' }));
    const asked = dialog('Admit these people to the case?');
    expect(asked.getByText(/hans@firma.de can then see and restore every value/)).toBeVisible();
    service.answers('get', ONE, dataOf(detailsOf({ group_id: 'sales', people: [ANNA, HANS] })));
    await user.click(asked.getByRole('button', { name: 'Admit' }));
    expect(await screen.findByText('hans@firma.de')).toBeVisible();
    expect(screen.queryByText(/joined the group after/)).toBeNull();
    expect(service.bodies('patch', '/ai/v1/cases/nordwerk')).toEqual([{ group_id: 'sales' }]);
  });

  it('says how many people it does not name', async () => {
    const many = { group_id: 'sales', members: 120, waiting: 3, waiting_names: ['hans@firma.de'] };
    service.answers('get', ONE, dataOf(detailsOf(many)));
    const { user } = await open('/cases/nordwerk');
    expect(await screen.findByText('and 119 more')).toBeVisible();
    expect(screen.getByText(/hans@firma.de and 2 more joined the group after/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Admit' }));
    expect(screen.getByText(/hans@firma.de and 2 more can then see and restore/)).toBeVisible();
  });

  it('ends after a question', async () => {
    service.answers('get', ONE, dataOf(detailsOf({ group_id: 'sales', people: [ANNA, HANS] })));
    service.answers('patch', ONE, dataOf(NORDWERK));
    const { user } = await open('/cases/nordwerk');
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    service.answers('get', ONE, dataOf(detailsOf()));
    await user.click(dialog('Stop sharing this case?').getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByRole('button', { name: 'Share with a group' })).toBeVisible();
    expect(service.bodies('patch', '/ai/v1/cases/nordwerk')).toEqual([{ group_id: null }]);
  });
});

describe('forgetting a value', () => {
  const FORGET = '/ai/v1/cases/{case_id}/forget';
  const PREVIEW = '/ai/v1/cases/{case_id}/forget/preview';
  const SEARCH = '/ai/v1/sessions/search';
  const NAME = { value: 'Hans Müller', kind: 'Names', contains: true } as const;
  const SCAN = { value: 'Hans Müller, Hafenstraße 21', kind: 'Names', contains: true } as const;
  const PHONE = { value: '030 1234567', kind: 'Phone', contains: false } as const;
  const chatOf = (id: string, case_id: string | null) => ({
    id,
    name: `Letter ${id}`,
    last_used_at: '2026-01-15T09:30:00.000Z',
    case_id,
  });
  const foundIn = (...chats: ReturnType<typeof chatOf>[]) => ({ ...pageOf(chats), searched_until: null });
  const ask = async (value: string) => {
    service.answers('get', ONE, dataOf(detailsOf()));
    const { user } = await open('/cases/nordwerk');
    await enter(user, await screen.findByLabelText('Value'), value);
    await user.click(screen.getByRole('button', { name: 'Show values' }));
    return user;
  };
  const asked = () => dialog('What should be forgotten?');

  it('shows the values with it ticked, and forgets those that stay ticked', async () => {
    service.answers('post', PREVIEW, dataOf({ values: [NAME, SCAN, PHONE], is_ambiguous: false }));
    service.answers('post', FORGET, dataOf({ forgotten: 2 }));
    service.answers('post', SEARCH, foundIn());
    const user = await ask('Müller');
    expect(await screen.findByText(/Stored conversations keep their texts/)).toBeVisible();
    expect(asked().getByLabelText(/^Hans Müller \(/)).toBeChecked();
    expect(asked().getByLabelText(/^030 1234567/)).not.toBeChecked();
    await user.click(asked().getByLabelText(/^030 1234567/));
    await user.click(asked().getByLabelText(/^Hans Müller \(/));
    expect(service.bodies('post', '/ai/v1/cases/nordwerk/forget')).toEqual([]);
    await user.click(asked().getByRole('button', { name: 'Forget 2 values' }));
    expect(await screen.findByText('2 values were forgotten.')).toBeVisible();
    expect(screen.getByLabelText('Value')).toHaveValue('');
    expect(service.bodies('post', '/ai/v1/cases/nordwerk/forget/preview')).toEqual([{ value: 'Müller' }]);
    expect(service.bodies('post', '/ai/v1/cases/nordwerk/forget')).toEqual([
      { values: [SCAN.value, PHONE.value] },
    ]);
    expect(await screen.findByText(/None of your conversations in this case contains/)).toBeVisible();
  });

  it('ticks nothing if several people have the name', async () => {
    service.answers('post', PREVIEW, dataOf({ values: [NAME, SCAN], is_ambiguous: true }));
    await ask('Müller');
    expect(await screen.findByText(/Several people of this case have the name “Müller”/)).toBeVisible();
    for (const box of asked().getAllByRole('checkbox')) expect(box).not.toBeChecked();
    expect(asked().getByRole('button', { name: 'Forget 0 values' })).toBeDisabled();
  });

  it('then offers the own conversations of the case with the value for deletion', async () => {
    service.answers('post', PREVIEW, dataOf({ values: [NAME], is_ambiguous: false }));
    service.answers('post', FORGET, dataOf({ forgotten: 1 }));
    service.answers('post', SEARCH, ({ body }) =>
      (body as { cursor?: string }).cursor === 'next'
        ? foundIn(chatOf('b', 'nordwerk'))
        : { ...foundIn(chatOf('a', 'nordwerk'), chatOf('c', null)), next_cursor: 'next' },
    );
    service.answers('delete', '/ai/v1/delete-session/{session_id}', DONE);
    const user = await ask('Müller');
    await user.click(await screen.findByRole('button', { name: 'Forget 1 value' }));
    await user.click(await screen.findByLabelText('Letter b'));
    expect(screen.getByLabelText('Letter a')).not.toBeChecked();
    expect(screen.queryByLabelText('Letter c')).toBeNull();
    expect(screen.getByText(/Conversations of other members may still contain the value/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete the selected ones' }));
    service.answers('post', SEARCH, foundIn(chatOf('a', 'nordwerk')));
    await user.click(dialog('Delete this conversation?').getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByLabelText('Letter b')).toBeNull());
    expect(screen.getByLabelText('Letter a')).toBeVisible();
    const deleted = service.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deleted).toEqual(['/ai/v1/delete-session/b']);
  });

  it('says why the conversations cannot be shown, and tries again', async () => {
    service.answers('post', PREVIEW, dataOf({ values: [NAME], is_ambiguous: false }));
    service.answers('post', FORGET, dataOf({ forgotten: 1 }));
    service.refuses('post', SEARCH, { status: 500, code: 'internal' });
    const user = await ask('Müller');
    await user.click(await screen.findByRole('button', { name: 'Forget 1 value' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    service.answers('post', SEARCH, foundIn());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/None of your conversations/)).toBeVisible();
  });

  it.each([
    ['bad_request', 'Check what you entered'],
    ['not_forgettable', 'A date cannot be forgotten'],
  ] as const)('says what to do on %s, and keeps the entered value', async (code, advice) => {
    service.refuses('post', PREVIEW, { status: 409, code });
    await ask('Müller');
    expect(await screen.findByRole('alert')).toHaveTextContent(advice);
    expect(screen.getByLabelText('Value')).toHaveValue('Müller');
  });
});
