import { screen, within } from '@testing-library/react';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show } from '../../testing/show';
import { BudgetsPanel } from './budgets-panel';
import type { Budget } from './use-budgets';

const BUDGETS = '/admin/v1/budgets';
const ORGANIZATION = {
  id: 'firma',
  name: 'Firma',
  limits: {},
  total_limits: {},
  second_factor_required: false,
};
const budgetOf = (change: Partial<Budget>): Budget => ({
  id: 'budget',
  kind: 'organization',
  subject_id: 'firma',
  unit: 'tokens',
  soft: 800,
  hard: 1000,
  used: 100,
  reserved: 0,
  remaining: 900,
  resets_at: '2026-02-01T00:00:00.000Z',
  ...change,
});

beforeEach(() => {
  service
    .answers('get', '/admin/v1/organization', dataOf(ORGANIZATION))
    .answers('get', '/admin/v1/groups', pageOf([{ id: 'sales', name: 'Sales', limits: {}, created_at: '' }]))
    .answers('get', '/admin/v1/users', pageOf<never>([]))
    .answers('get', '/admin/v1/keys', pageOf<never>([]));
});

describe('the panel of budgets', () => {
  it('shows that the list is loading', async () => {
    service.waits('get', BUDGETS);
    await show(<BudgetsPanel />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says that usage is not limited if there are no budgets', async () => {
    service.answers('get', BUDGETS, pageOf<Budget>([]));
    await show(<BudgetsPanel />);
    expect(await screen.findByText('No budgets: usage is not limited.')).toBeVisible();
  });

  it('says why the list cannot be shown', async () => {
    service.refuses('get', BUDGETS, { status: 500, code: 'internal' });
    await show(<BudgetsPanel />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });

  it.each([
    [100, '100 of 1,000', undefined],
    [800, '800 of 1,000', 'warning reached'],
    [1000, '1,000 of 1,000', 'used up'],
  ])('shows a budget with %d used tokens by name, amounts and state', async (used, amounts, state) => {
    service.answers('get', BUDGETS, pageOf([budgetOf({ used })]));
    await show(<BudgetsPanel />);
    const row = within(await screen.findByRole('row', { name: /Firma/ }));
    expect(row.getByText(new RegExp(amounts))).toBeVisible();
    expect(row.getByRole('progressbar', { name: 'Firma' })).toHaveAttribute('value', String(used));
    for (const each of ['warning reached', 'used up'])
      expect(row.queryAllByText(each)).toHaveLength(each === state ? 1 : 0);
  });

  it('shows auditors the budgets by id, and no way to change them', async () => {
    service.answers('get', BUDGETS, pageOf([budgetOf({ kind: 'group', subject_id: 'sales' })]));
    await show(<BudgetsPanel />, { role: 'auditor' });
    await screen.findByRole('row', { name: /sales/ });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('sets a budget in money for a group', async () => {
    service.answers('get', BUDGETS, pageOf<Budget>([]));
    service.answers('put', '/admin/v1/budgets/{kind}/{subject_id}', dataOf(budgetOf({})));
    const { user } = await show(<BudgetsPanel />);
    await user.click(screen.getByRole('button', { name: 'New budget' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New budget' }));
    await user.selectOptions(dialog.getByLabelText('Budget of'), 'Group');
    expect(await dialog.findByRole('option', { name: 'Sales' })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Unit'), 'Money');
    await enter(user, dialog.getByLabelText('Currency'), 'EUR');
    await enter(user, dialog.getByLabelText('Limit'), '12.5');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('No budgets: usage is not limited.');
    expect(service.bodies('put', `${BUDGETS}/group/sales`)).toEqual([
      { unit: 'EUR', soft: null, hard: 12.5 },
    ]);
  });

  it('warns that a new budget replaces an existing one', async () => {
    service.answers('get', BUDGETS, pageOf([budgetOf({})]));
    const { user } = await show(<BudgetsPanel />);
    await screen.findByRole('row', { name: /Firma/ });
    await user.click(screen.getByRole('button', { name: 'New budget' }));
    expect(await screen.findByText(/The new budget replaces it/)).toBeVisible();
  });

  it('removes a budget only after a confirmation that names its subject', async () => {
    service.answers('get', BUDGETS, pageOf([budgetOf({})]));
    service.answers('delete', '/admin/v1/budgets/{kind}/{subject_id}', DONE);
    const { user } = await show(<BudgetsPanel />);
    await user.click(await screen.findByRole('button', { name: 'Remove the budget of Firma' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove this budget?' }));
    expect(dialog.getByText(/Calls of “Firma” will not be limited/)).toBeVisible();
    service.answers('get', BUDGETS, pageOf<Budget>([]));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No budgets: usage is not limited.')).toBeVisible();
  });
});
