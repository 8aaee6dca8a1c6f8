import { runCommand } from '../../testing/run-command';

const STATE = {
  id: 'one',
  kind: 'user',
  subjectId: 'anna',
  unit: 'tokens',
  soft: 500n,
  hard: null,
  used: 120n,
  reserved: 0n,
};
const mockBudgets = { page: jest.fn(), set: jest.fn(), remove: jest.fn() };
const mockOrganizations: string[] = [];
jest.mock('../work/budgets', () => ({
  withBudgets: (organization: string, work: (parts: object) => unknown) => {
    mockOrganizations.push(organization);
    const readSpending = { execute: async (rows: object[]) => rows };
    return work({ budgets: mockBudgets, readSpending, organizationId: 'ours' });
  },
}));
jest.mock('@app/budgets', () => ({ fromAmount: (_: string, amount: bigint) => Number(amount) }));

describe('budget', () => {
  beforeEach(() => {
    jest.clearAllMocks();
    mockOrganizations.length = 0;
  });

  it('list reads all pages, and shows a missing threshold as a dash', async () => {
    mockBudgets.page
      .mockResolvedValueOnce({ items: [STATE], next: 'one' })
      .mockResolvedValueOnce({ items: [{ ...STATE, id: 'two', subjectId: 'hans' }], next: null });
    const { out } = await runCommand(['budget', 'list', '--org', 'Ours']);
    expect(mockBudgets.page.mock.calls.map(([, page]) => page as object)).toEqual([
      { limit: 1_000 },
      { limit: 1_000, after: 'one' },
    ]);
    expect(out).toMatch(/one +user +anna +tokens +500 +- +120 +0/);
    expect(out).toMatch(/two +user +hans/);
    expect(mockOrganizations).toEqual(['Ours']);
  });

  it('set passes on the thresholds that are given, in tokens unless another unit is', async () => {
    mockBudgets.set.mockResolvedValue(STATE);
    const subject = ['budget', 'set', 'user', 'anna', '--org', 'Ours'];
    await runCommand([...subject, '--soft', '500']);
    const anna = { organizationId: 'ours', kind: 'user', subjectId: 'anna' };
    expect(mockBudgets.set).toHaveBeenLastCalledWith(anna, { unit: 'tokens', soft: 500 });
    await runCommand([...subject, '--unit', 'EUR', '--hard', '12.5']);
    expect(mockBudgets.set).toHaveBeenLastCalledWith(anna, { unit: 'EUR', hard: 12.5 });
  });

  it.each(['-1', '1e3', '0.1234567', '1'.repeat(16), 'all'])('set refuses the amount %s', async (amount) => {
    const { failure } = await runCommand(['budget', 'set', 'user', 'anna', '--org', 'o', '--soft', amount]);
    expect(failure).toContain('at most 6 decimals');
    expect(mockBudgets.set).not.toHaveBeenCalled();
  });

  it('has no other subjects than organizations, groups, users and keys', async () => {
    const { failure } = await runCommand(['budget', 'set', 'model', 'large', '--org', 'Ours']);
    expect(failure).toContain('organization, group, user, key');
  });

  it('remove says what was removed', async () => {
    const { out } = await runCommand(['budget', 'remove', 'key', 'k', '--org', 'Ours', '--json']);
    expect(JSON.parse(out)).toEqual({ removed: 'k' });
    expect(mockBudgets.remove).toHaveBeenLastCalledWith({
      organizationId: 'ours',
      kind: 'key',
      subjectId: 'k',
    });
  });
});
