import { screen, waitFor, within } from '@testing-library/react';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, service, show } from '../../testing/show';
import { setPreferences } from '../preferences';
import { AuditScreen } from './audit-screen';
import type { Entry } from './use-audit';

const AUDIT = '/admin/v1/audit';
const entryOf = (change: Partial<Entry>): Entry => ({
  id: '1',
  at: '2026-01-15T09:30:00.000Z',
  actor: { kind: 'user', user_id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12' },
  action: 'login',
  outcome: 'done',
  reason: null,
  subject: null,
  counts: null,
  model: null,
  address_hash: null,
  seal: null,
  ...change,
});

describe('the audit trail', () => {
  it('is shown as loading', async () => {
    service.waits('get', AUDIT);
    await show(<AuditScreen />, { role: 'auditor' });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are no entries', async () => {
    service.answers('get', AUDIT, pageOf<Entry>([]));
    await show(<AuditScreen />, { role: 'auditor' });
    expect(await screen.findByText('No entries.')).toBeVisible();
  });

  it('says why it cannot be shown', async () => {
    service.refuses('get', AUDIT, { status: 403, code: 'forbidden' });
    await show(<AuditScreen />, { role: 'auditor' });
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not allowed to do this.');
    expect(screen.queryByText(/Loading/)).toBeNull();
  });

  it('shows who did what, its outcome and its seal', async () => {
    const seal = { chain: 'events', seq: 7, hash: 'abc' } as const;
    service.answers('get', AUDIT, pageOf([entryOf({ outcome: 'refused', reason: 'wrong_password', seal })]));
    await show(<AuditScreen />, { role: 'auditor' });
    const row = await screen.findByRole('row', {
      name: /^Login .* User 0b0f8a12 refused · wrong password – 7$/,
    });
    expect(row).toBeVisible();
  });

  it('shows first what a call sent without protection', async () => {
    const call = { action: 'model.call', model: 'gpt' } as const;
    service.answers(
      'get',
      AUDIT,
      pageOf([
        entryOf({ ...call, counts: { unprotected: 1, left_in_clear: 2, Names: 1 } }),
        entryOf({ ...call, id: '2', counts: { left_out_kinds: 3 } }),
      ]),
    );
    await show(<AuditScreen />, { role: 'auditor' });
    const [first, second] = (await screen.findAllByRole('rowheader', { name: 'Call of a model' })).map(
      (head) => within(head.closest('tr')!),
    );
    expect(first!.getByText('Without protection')).toBeVisible();
    expect(first!.getByText('2 not hidden')).toBeVisible();
    expect(first!.getByText('gpt · Name 1')).toBeVisible();
    expect(second!.getByText('3 kinds not searched')).toBeVisible();
  });

  it('names people, groups and keys for admins, and links objects', async () => {
    const id = '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12';
    const [group, key, job] = ['019aa5bf-0000-7000-8000-00000000000a', 'the-key-0b', 'the-job-0c'];
    const named = (id: string, name: string) => pageOf([{ id, name, user_name: name }]) as never;
    service
      .answers('get', '/admin/v1/users', named(id, 'hans@firma.de'))
      .answers('get', '/admin/v1/groups', named(group, 'Legal'))
      .answers('get', '/admin/v1/keys', named(key, 'Reports'))
      .answers(
        'get',
        AUDIT,
        pageOf([
          entryOf({ action: 'group.add', subject: { type: 'group', id: group } }),
          entryOf({ id: '2', action: 'key.create', subject: { type: 'api_key', id: key } }),
          entryOf({ id: '3', action: 'job.result', subject: { type: 'job', id: job } }),
          entryOf({ id: '4', action: 'user.role', subject: { type: 'user', id }, reason: 'auditor' }),
          entryOf({
            id: '5',
            action: 'policy.set',
            subject: { type: 'organization', id: 'x' },
            counts: { version: 4, terms: 0, 'Phone.block': 1, 'Names.internal.asked': 1 },
          }),
          entryOf({ id: '6', action: 'chat.delete', subject: { type: 'chat', id: 'the-chat-0d' } }),
        ]),
      );
    const { user } = await show(<AuditScreen />);
    const linkOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await linkOf('Group Legal')).toBe('/groups');
    expect(await linkOf('Key Reports')).toBe('/keys');
    expect(await linkOf('Job e-job-0c')).toBe(`/jobs?job=${job}`);
    expect(await linkOf('Person hans@firma.de')).toBe(`/people?person=${id}`);
    expect(await linkOf('Privacy')).toBe('/privacy');
    expect(
      screen.getByText('version 4 · Phone number: Block · Name, Self-hosted models: On request'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Conversation -chat-0d' }));
    await waitFor(() => expect(service.requests.at(-1)?.query).toMatchObject({ subject: 'the-chat-0d' }));
    await user.click((await screen.findAllByRole('button', { name: 'hans@firma.de' }))[0]!);
    await waitFor(() => expect(service.requests.at(-1)?.query).toMatchObject({ actor: id }));
    expect(screen.getByLabelText('Person')).toHaveValue(id);
  });

  it.each([
    [
      'en',
      'terms 2 · texts in images read · protection required · system prompt',
      'conversations 3 · keys 1 · calls no longer assigned 7',
      'requests 100 · seconds 60',
    ],
    [
      'de',
      'Begriffe 2 · Texte in Bildern gelesen · Schutz vorgeschrieben · Systemanweisung',
      'Unterhaltungen 3 · Schlüssel 1 · Aufrufe nicht mehr zugeordnet 7',
      'Anfragen 100 · Sekunden 60',
    ],
  ] as const)('says what was set and counted in words (%s)', async (language, ...expected) => {
    setPreferences({ language });
    const counts: Entry['counts'][] = [
      { terms: 2, 'images.read': 1, unprotected_forbidden: 1, system_prompt: 1 },
      { chats: 3, apiKeys: 1, callsForgotten: 7 },
      { points: 100, seconds: 60 },
    ];
    service.answers('get', AUDIT, pageOf(counts.map((each, id) => entryOf({ id: `${id}`, counts: each }))));
    await show(<AuditScreen />, { role: 'auditor' });
    for (const words of expected) expect(await screen.findByText(words)).toBeVisible();
  });

  it('is filtered by days, both included, by action and by outcome', async () => {
    service.answers('get', AUDIT, pageOf<Entry>([]));
    const { user } = await show(<AuditScreen />, { role: 'auditor' });
    await user.type(screen.getByLabelText('From'), '2026-01-01');
    await user.type(screen.getByLabelText('To'), '2026-01-31');
    await user.selectOptions(screen.getByLabelText('Action'), 'Login');
    await user.selectOptions(screen.getByLabelText('Outcome'), 'refused');
    await screen.findByText('No entries.');
    expect(service.requests.at(-1)?.query).toMatchObject({
      since: '2026-01-01T00:00:00Z',
      until: '2026-01-31T23:59:59Z',
      action: 'login',
      outcome: 'refused',
    });
    await user.click(screen.getByRole('button', { name: 'Show all entries' }));
    expect(screen.getByLabelText('Action')).toHaveDisplayValue('All');
    expect(screen.queryByRole('button', { name: 'Show all entries' })).toBeNull();
  });

  it.each([
    [true, 'status', 'The audit trail is complete'],
    [false, 'alert', 'The audit trail is not complete.'],
  ])('reports after a verification if it is complete: %s', async (intact, role, text) => {
    service.answers('get', AUDIT, pageOf<Entry>([]));
    const broken = intact ? null : ({ seq: 5, entry_id: '5', reason: 'changed' } as const);
    service.answers(
      'get',
      '/admin/v1/audit/verify',
      dataOf({
        intact,
        chains: [{ chain: 'events' as const, entries: 1200, newest: { seq: 1200, hash: 'ffee' }, broken }],
        unsealed: { count: 3, oldest: '2026-01-15T09:30:00.000Z' },
        stray_callers: 0,
      }),
    );
    const { user } = await show(<AuditScreen />, { role: 'auditor' });
    await screen.findByText('No entries.');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    const report = await screen.findByRole(role);
    expect(report).toHaveTextContent(text);
    expect(report).toHaveTextContent('Events: 1,200 sealed entries · newest ffee');
    expect(report).toHaveTextContent('3 not sealed yet');
    expect(within(report).queryAllByText(/broken at 5 \(changed\)/)).toHaveLength(intact ? 0 : 1);
  });

  it('is exported with the filter, or says why not', async () => {
    service.answers('get', AUDIT, pageOf<Entry>([]));
    service.on('get', '/admin/v1/audit/export', () => new Response('id\n'));
    const { user } = await show(<AuditScreen />, { role: 'auditor' });
    await user.selectOptions(screen.getByLabelText('Action'), 'Login');
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await screen.findByText('No entries.');
    const exported = service.requests.find(({ path }) => path.endsWith('/export'));
    expect(exported?.query).toEqual({ action: 'login', format: 'csv' });
    expect(downloads).toEqual(['audit.csv']);
    service.on('get', '/admin/v1/audit/export', () =>
      Response.json({ code: 'too_many_requests' }, { status: 429 }),
    );
    await user.click(screen.getByRole('button', { name: 'NDJSON' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You sent too many requests');
    expect(downloads).toEqual(['audit.csv']);
  });
});
