import { SHARED_KINDS } from '@app/common';
import { runCommand } from '../../testing/run-command';

const ROW = { id: 'one', rateLimits: { chat: '300/1m' } };
const mockUsers = {
  create: jest.fn(),
  createOrganization: jest.fn(),
  change: jest.fn(),
  setActive: jest.fn(),
  setPassword: jest.fn(),
};
const mockOrganizations = { create: jest.fn(), setLimits: jest.fn(), setUsageByPerson: jest.fn() };
const mockGroups = {
  find: jest.fn(),
  page: jest.fn(),
  members: jest.fn(),
  addMember: jest.fn(),
  removeMember: jest.fn(),
  change: jest.fn(),
  remove: jest.fn(),
};
const mockKeys = { list: jest.fn(), revoke: jest.fn() };
type Work = (part: object, organizationId?: string) => unknown;
jest.mock('../work/accounts', () => ({
  withUsers: (work: Work) => work(mockUsers),
  withOrganizations: (work: Work) => work(mockOrganizations),
  withGroups: (_: string, work: Work) => work(mockGroups, 'ours'),
  withKeys: (_: string, work: Work) => work(mockKeys, 'ours'),
}));

const ours = ['--org', 'Ours'];

beforeEach(() => {
  jest.clearAllMocks();
  for (const part of [mockUsers, mockOrganizations, mockGroups, mockKeys])
    for (const method of Object.values(part)) method.mockResolvedValue(ROW);
});

describe('a password of the command line', () => {
  it('is read from standard input without its line break, never from an argument', async () => {
    const args = ['user', 'create', 'anna@firma.de', ...ours, '--password-stdin'];
    for (const input of ['a secret ', 'a secret \n', 'a secret \r\n']) {
      await runCommand(args, input);
      expect(mockUsers.create).toHaveBeenLastCalledWith({
        userName: 'anna@firma.de',
        password: 'a secret ',
        organization: 'Ours',
        role: 'member',
      });
    }
    expect((await runCommand(['user', 'password', 'anna@firma.de', 'secret'])).failure).toContain('too many');
  });

  it('is not asked for without a terminal', async () => {
    const { failure } = await runCommand(['user', 'password', 'anna@firma.de']);
    expect(failure).toBe('No terminal to ask for the password; use --password-stdin');
    expect(mockUsers.setPassword).not.toHaveBeenCalled();
  });
});

describe('org create', () => {
  it('creates no user and no grant unless they are requested', async () => {
    await runCommand(['org', 'create', 'Ours']);
    expect(mockOrganizations.create).toHaveBeenLastCalledWith('Ours', []);
    const admin = ['--admin', 'anna@firma.de', '--password-stdin', '--grant', 'transcribe', 'anonymize'];
    await runCommand(['org', 'create', 'Ours', ...admin], 'a secret');
    expect(mockUsers.createOrganization).toHaveBeenLastCalledWith(
      'Ours',
      { userName: 'anna@firma.de', password: 'a secret' },
      ['transcribe', 'anonymize'],
    );
    expect(mockOrganizations.create).toHaveBeenCalledTimes(1);
  });
});

describe('a limit of requests', () => {
  it.each([
    ['org', ['org', 'limit', 'Ours', 'chat'], () => mockOrganizations.setLimits],
    ['user', ['user', 'limit', 'anna@firma.de', 'chat'], () => mockUsers.change],
    ['group', ['group', 'limit', 'Sales', 'chat', ...ours], () => mockGroups.change],
  ])('of %s is set to a rate, or removed with the word default', async (_, args, method) => {
    const [noun, verb, name, kind, ...options] = args as [string, string, string, string];
    const { out } = await runCommand([noun, verb, name, kind, '300/1m', ...options]);
    expect(out).toContain('rateLimits: chat=300/1m');
    expect(method().mock.lastCall?.[1]).toEqual({ limits: { chat: '300/1m' } });
    await runCommand([noun, verb, name, kind, 'default', ...options]);
    expect(method().mock.lastCall?.[1]).toEqual({ limits: { chat: null } });
  });

  it('is shown as an object in JSON', async () => {
    const { out } = await runCommand(['org', 'limit', 'Ours', 'chat', '300/1m', '--json']);
    expect(JSON.parse(out)).toEqual(ROW);
  });

  it.each(SHARED_KINDS)('of %s counts for a whole organization, not for one user or group', async (kind) => {
    expect((await runCommand(['org', 'limit', 'Ours', kind, '1/1m'])).failure).toBeUndefined();
    for (const args of [
      ['user', 'limit', 'anna@firma.de'],
      ['group', 'limit', 'Sales', ...ours],
    ])
      expect((await runCommand([...args, kind, '1/1m'])).failure).toContain('Allowed choices');
  });
});

describe('a group', () => {
  beforeEach(() => mockGroups.find.mockResolvedValue({ id: 'sales' }));
  const SALES = { id: 'sales', organizationId: 'ours' };

  it('is found by id or name in its organization, then changed', async () => {
    await runCommand(['group', 'add', 'Sales', 'anna@firma.de', ...ours]);
    expect(mockGroups.find).toHaveBeenLastCalledWith('ours', 'Sales');
    expect(mockGroups.addMember).toHaveBeenLastCalledWith(SALES, 'anna@firma.de');
    const { out } = await runCommand(['group', 'remove', 'Sales', 'anna@firma.de', ...ours]);
    expect(mockGroups.removeMember).toHaveBeenLastCalledWith(SALES, 'anna@firma.de');
    expect(out).toBe('group: Sales\nremoved: anna@firma.de\n');
    expect((await runCommand(['group', 'delete', 'Sales', ...ours])).out).toBe('deleted: Sales\n');
    expect(mockGroups.remove).toHaveBeenLastCalledWith(SALES);
  });

  it('needs an organization', async () => {
    for (const args of [['list'], ['add', 'Sales', 'anna@firma.de'], ['limit', 'Sales', 'chat', '1/1m']])
      expect((await runCommand(['group', ...args])).failure).toContain('--org');
  });

  it('lists all of its members, page by page', async () => {
    mockGroups.members
      .mockResolvedValueOnce({ items: [{ name: 'anna' }], next: 'a' })
      .mockResolvedValueOnce({ items: [{ name: 'hans' }], next: null });
    expect((await runCommand(['group', 'members', 'Sales', ...ours])).out).toBe('name\nanna\nhans\n');
    expect(mockGroups.members.mock.lastCall).toEqual([SALES, { limit: 1_000, after: 'a' }]);
  });
});

describe('an API key', () => {
  it('is listed and revoked in its organization, also under the former name of the command', async () => {
    mockKeys.list.mockResolvedValue({ items: [ROW], next: null });
    for (const noun of ['api-key', 'key']) {
      expect((await runCommand([noun, 'list', ...ours])).out).toContain('chat=300/1m');
      expect(mockKeys.list).toHaveBeenLastCalledWith({ organizationId: 'ours' }, { limit: 1_000 });
      expect((await runCommand([noun, 'revoke', 'k', ...ours])).out).toBe('revoked: k\n');
      expect(mockKeys.revoke).toHaveBeenLastCalledWith('k', { organizationId: 'ours' });
    }
  });
});
