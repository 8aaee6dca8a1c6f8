import { screen, waitFor, within } from '@testing-library/react';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, enter, service, show } from '../../testing/show';
import { PolicyScreen } from './policy-screen';
import type { Policy } from './use-policy';

const POLICY = '/admin/v1/policy';
const PREVIEW = '/admin/v1/policy/preview';
const VERSIONS = '/admin/v1/policy/versions';
const answer = (policy: Policy, version = 3) =>
  service
    .answers('get', POLICY, dataOf({ version, created_at: '2026-01-15T09:30:00.000Z', policy }))
    .answers('post', PREVIEW, dataOf<never[]>([]) as never)
    .answers('get', '/ai/v1/models', { ...dataOf([{ id: 'large' }]) } as never)
    .answers('get', '/admin/v1/groups', pageOf([{ id: 'sales', name: 'Sales', limits: {}, created_at: '' }]));

describe('the screen of the policy', () => {
  it('shows that the policy is loading', async () => {
    service.waits('get', POLICY);
    await show(<PolicyScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says why the policy cannot be shown, and shows it when a retry succeeds', async () => {
    service.refuses('get', POLICY, { status: 500, code: 'internal' });
    const { user } = await show(<PolicyScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
    answer({});
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Version 3')).toBeVisible();
  });

  it('shows an empty policy: each kind is hidden on request, and there are no terms', async () => {
    answer({});
    const { user } = await show(<PolicyScreen />);
    expect(await screen.findByLabelText('Name, External models')).toHaveDisplayValue('On request');
    await user.click(screen.getByRole('tab', { name: 'Terms and exceptions' }));
    expect(screen.getByText('No terms and exceptions yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('offers only the modes that a kind can have', async () => {
    answer({});
    await show(<PolicyScreen />);
    const modes = (kind: string) =>
      within(screen.getByLabelText(`${kind}, External models`))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    await screen.findByText('Version 3');
    expect(modes('Name')).not.toContain('Block');
    expect(modes('Secret')).not.toContain('Never hide');
    expect(modes('Date')).toEqual(['On request', 'Always hide', 'Remove', 'Block', 'Never hide']);
  });

  it('saves a change as the next version of the one that it is based on', async () => {
    answer({ modes: { Names: 'always' } });
    service.answers('put', POLICY, dataOf({ version: 4, created_at: null, policy: {} }));
    const { user } = await show(<PolicyScreen />);
    await user.selectOptions(await screen.findByLabelText('Date, External models'), 'Remove');
    expect(screen.getByText(/Not saved yet/)).toBeVisible();
    const saved: Policy = { modes: { Names: 'always', Dates: 'remove' } };
    answer(saved, 4);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Version 4')).toBeVisible();
    expect(screen.queryByText(/Not saved yet/)).toBeNull();
    const put = service.requests.find(({ method }) => method === 'PUT');
    expect([put?.headers.get('if-match'), put?.body]).toEqual(['3', saved]);
  });

  it('takes a preset into the draft, and keeps terms', async () => {
    const terms = [{ phrase: 'Nordlicht' }];
    answer({ terms });
    service.answers('put', POLICY, dataOf({ version: 4 }));
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('button', { name: 'Presets' }));
    await user.click(screen.getByRole('button', { name: 'Use this preset: Strict' }));
    expect(screen.getByLabelText('Name, External models')).toHaveDisplayValue('Always hide');
    expect(screen.getByLabelText('Secret, External models')).toHaveDisplayValue('Block');
    await user.click(screen.getByRole('button', { name: 'Presets' }));
    expect(screen.getByText('chosen')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(service.bodies('put', POLICY)).toEqual([
        expect.objectContaining({
          terms,
          users_may_keep: false,
          allow_unprotected: false,
          images: 'refused',
        }),
      ]),
    );
  });

  it('opens the first policy with the preset of a link, names the calls that it refuses, and saves it on request', async () => {
    answer({}, 0);
    service.answers('put', POLICY, dataOf({ version: 1, created_at: null, policy: {} }));
    const { user } = await show(<PolicyScreen />, { at: '/privacy?preset=office' });
    expect(await screen.findByLabelText('Name, External models')).toHaveDisplayValue('Always hide');
    expect(screen.getByText(/Not saved yet/)).toBeVisible();
    const refused = within(screen.getByText(/the service refuses these calls of programs/).parentElement!);
    expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^calls of a self-hosted model that name no kind to hide/),
    ]);
    expect(service.bodies('put', POLICY)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(service.bodies('put', POLICY)).toMatchObject([{ allow_unprotected: false, images: 'read' }]),
    );
    expect(service.requests.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('0');
  });

  it.each([
    [3, 'admin', '/privacy?preset=office'],
    [0, 'auditor', '/privacy?preset=office'],
    [0, 'admin', '/privacy?preset=none'],
  ] as const)('takes no preset of a link at version %i for an %s at %s', async (version, role, at) => {
    answer({}, version);
    await show(<PolicyScreen />, { role, at });
    expect(await screen.findByLabelText('Name, External models')).toHaveDisplayValue('On request');
    expect(screen.queryByText(/Not saved yet/)).toBeNull();
  });

  it('compares an earlier version with the one in force, and takes it into the draft', async () => {
    const id = '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12';
    const at = '2026-01-15T09:30:00.000Z';
    answer({ modes: { Names: 'always' }, terms: [{ phrase: 'Nordlicht' }], system_prompt: 'Be brief.' });
    service
      .answers(
        'get',
        VERSIONS,
        dataOf([
          { version: 3, created_at: at },
          { version: 2, created_at: at },
        ]),
      )
      .answers('get', '/admin/v1/users', pageOf([{ id, user_name: 'hans@firma.de' }]) as never)
      .answers(
        'get',
        '/admin/v1/audit',
        pageOf([{ counts: { version: 2 }, actor: { user_id: id } }]) as never,
      )
      .answers(
        'get',
        `${VERSIONS}/{version}`,
        dataOf({
          version: 2,
          created_at: at,
          policy: { modes: { Names: 'remove' }, terms: [], system_prompt: '' },
        }),
      );
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    const rows = within((await screen.findByText('in force')).closest('ul')!);
    expect(await rows.findByText('hans@firma.de')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Compare version 2' }));
    await rows.findByText(/If you return to this version/);
    const changes = rows.getAllByRole('listitem');
    expect(changes.slice(2).map(({ textContent }) => textContent)).toEqual([
      'Name, External models Before: Always hide Now: Remove',
      'Name, Self-hosted models Before: Always hide Now: Remove',
      'System prompt Before: Be brief. Now: none',
      'Terms and exceptions Before: Term: Nordlicht ',
    ]);
    await user.click(rows.getByRole('button', { name: 'Return to version 2' }));
    expect(screen.getByText(/Not saved yet/)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Kinds' }));
    expect(screen.getByLabelText('Name, External models')).toHaveDisplayValue('Remove');
  });

  it('keeps the draft if another administrator was faster, and offers the newest version', async () => {
    answer({});
    service.refuses('put', POLICY, { status: 412, code: 'precondition_failed' });
    const { user } = await show(<PolicyScreen />);
    await user.selectOptions(await screen.findByLabelText('Date, External models'), 'Remove');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A newer version was saved in the meantime.');
    expect(screen.getByLabelText('Date, External models')).toHaveDisplayValue('Remove');
    answer({ modes: { Dates: 'block' } }, 4);
    await user.click(screen.getByRole('button', { name: 'Load the newest version' }));
    expect(await screen.findByText('Version 4')).toBeVisible();
    expect(screen.getByLabelText('Date, External models')).toHaveDisplayValue('Block');
  });

  it('discards a draft', async () => {
    answer({});
    const { user } = await show(<PolicyScreen />);
    await user.selectOptions(await screen.findByLabelText('Date, External models'), 'Remove');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Date, External models')).toHaveDisplayValue('On request');
  });

  it('lets an auditor read everything and change nothing', async () => {
    answer({ terms: [{ phrase: 'Nordlicht' }] });
    const { user } = await show(<PolicyScreen />, { role: 'auditor' });
    expect(await screen.findByText(/Only administrators can change it/)).toBeVisible();
    expect(screen.getByLabelText('Date, External models')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Terms and exceptions' }));
    expect(screen.getByRole('row', { name: /Nordlicht Term/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Nordlicht' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Models' }));
    expect(screen.getByLabelText('System prompt')).toBeDisabled();
  });

  it('adds and removes terms, and exports them', async () => {
    answer({ terms: [{ phrase: 'Nordlicht' }] });
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('tab', { name: 'Terms and exceptions' }));
    await user.click(screen.getByRole('button', { name: 'Add a term' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Type'), 'Pattern');
    await enter(user, dialog.getByLabelText('Value'), 'PRJ-[0-9]{4}');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('row', { name: /PRJ-\[0-9\]\{4\} Pattern/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(downloads).toEqual(['terms.csv']);
    await user.click(screen.getByRole('button', { name: 'Remove Nordlicht' }));
    expect(screen.queryByRole('row', { name: /Nordlicht/ })).toBeNull();
  });

  it('imports a file only after a confirmation, and a file with wrong lines never', async () => {
    answer({ terms: [{ phrase: 'Nordlicht' }] });
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('tab', { name: 'Terms and exceptions' }));
    const input = screen.getByLabelText('Import CSV', { selector: 'input' });
    await user.upload(input, new File(['type,value\nphrase,Apollo\nplanet,Mars\n'], 'wrong.csv'));
    expect(await screen.findByRole('alert')).toHaveTextContent('These lines are not entries: 3');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.upload(input, new File(['type,value\nphrase,Apollo\n'], 'terms.csv'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import CSV' }));
    expect(dialog.getByText(/contains 1 entry.*replaces all 1 current entries/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Replace all' }));
    expect(await screen.findByRole('row', { name: /Apollo/ })).toBeVisible();
    expect(screen.queryByRole('row', { name: /Nordlicht/ })).toBeNull();
  });

  it('allows that a provider stores batches, which is off at first', async () => {
    answer({});
    service.answers('put', POLICY, dataOf({ version: 4, created_at: null, policy: {} }));
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('tab', { name: 'Models' }));
    const storage = screen.getByLabelText(/^Allow batches/);
    expect(storage).not.toBeChecked();
    expect(storage).toHaveAccessibleDescription(/for at most 48 hours/);
    await user.click(storage);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(service.bodies('put', POLICY)).toEqual([{ provider_storage: true }]));
  });

  it('shows that a provider may store batches', async () => {
    answer({ provider_storage: true });
    const { user } = await show(<PolicyScreen />, { role: 'auditor' });
    await user.click(await screen.findByRole('tab', { name: 'Models' }));
    const storage = screen.getByLabelText(/^Allow batches/);
    expect(storage).toBeChecked();
    expect(storage).toBeDisabled();
  });

  it('lets only chosen groups use a model', async () => {
    answer({});
    const { user } = await show(<PolicyScreen />);
    await user.click(await screen.findByRole('tab', { name: 'Models' }));
    const model = within(await screen.findByRole('group', { name: 'large' }));
    expect(model.getByText('All people may use it.')).toBeVisible();
    await user.click(await model.findByLabelText('Sales'));
    expect(model.getByText('Only these groups may use it:')).toBeVisible();
  });

  it('tries the draft out on a text of the reader, and says if the text would be refused', async () => {
    answer({});
    service.answers('post', PREVIEW, dataOf([{ start: 8, end: 12, kind: 'Secrets', mode: 'block' }]));
    await show(<PolicyScreen />);
    const preview = within(await screen.findByRole('region', { name: 'Try it out' }));
    expect(await preview.findByRole('alert')).toHaveTextContent('This text would be refused.');
    expect(preview.getByRole('button', { name: /: Secret, is not allowed to be sent/ })).toBeVisible();
    await waitFor(() => expect(service.bodies('post', PREVIEW)).toHaveLength(1));
  });
});
