import { runCommand } from '../../testing/run-command';

const mockWork = {
  listEvents: jest.fn(),
  exportEvents: jest.fn(),
  verifyTrails: jest.fn(),
  pruneEvents: jest.fn(),
};
jest.mock('../work/audit', () => mockWork);

const ENTRY = {
  id: 'one',
  at: new Date('2026-01-15T09:30:00Z'),
  action: 'login',
  counts: { jobs: 2, chats: 1 },
  sealed: { chain: 'events', seq: 7 },
};
const HASH = 'ab'.repeat(32);
const CHAIN = { chain: 'events', entries: 7, newest: { seq: 7, hash: 'abc' }, pruned: null, broken: null };
const REPORT = {
  organization: 'ours',
  chains: [CHAIN],
  unsealed: { count: 0 },
  strayCallers: 0,
  intact: true,
};

beforeEach(() => {
  mockWork.listEvents.mockResolvedValue([ENTRY]);
  mockWork.verifyTrails.mockResolvedValue([REPORT]);
  mockWork.pruneEvents.mockResolvedValue(3);
});

describe('audit list', () => {
  it('asks for the latest 100 entries of all organizations, without other conditions', async () => {
    await runCommand(['audit', 'list']);
    expect(mockWork.listEvents).toHaveBeenLastCalledWith({ limit: 100 }, undefined);
  });

  it('passes every condition on, with times in UTC', async () => {
    const conditions = ['--action', 'job', '--outcome', 'refused', '--user', 'u', '--subject', 's'];
    const times = ['--since', '2026-01-15T10:00:00+01:00', '--until', '2026-01-16T00:00Z'];
    await runCommand(['audit', 'list', '--org', 'Ours', '--limit', '5', ...conditions, ...times]);
    expect(mockWork.listEvents).toHaveBeenLastCalledWith(
      {
        action: 'job',
        outcome: 'refused',
        userId: 'u',
        subjectId: 's',
        since: new Date('2026-01-15T09:00:00Z'),
        until: new Date('2026-01-16T00:00:00Z'),
        limit: 5,
      },
      'Ours',
    );
  });

  it('shows counts and places in one cell each, and ids only as JSON', async () => {
    const { out } = await runCommand(['audit', 'list']);
    expect(out).toContain('jobs=2,chats=1');
    expect(out).toContain('events 7');
    expect(out).not.toContain('one');
    expect(JSON.parse((await runCommand(['audit', 'list', '--json'])).out)).toMatchObject([{ id: 'one' }]);
  });

  it.each([
    ['--limit', '0'],
    ['--limit', '100001'],
    ['--limit', '1.5'],
    ['--since', '2026-01-15'],
    ['--since', '2026-01-15T09:30:00'],
    ['--since', '2026-13-15T09:30:00Z'],
  ])('refuses %s %s', async (option, value) => {
    mockWork.listEvents.mockClear();
    const { failure } = await runCommand(['audit', 'list', option, value]);
    expect(failure).toContain(option);
    expect(failure).toContain('expected a');
    expect(mockWork.listEvents).not.toHaveBeenCalled();
  });
});

describe('audit export', () => {
  it('writes lines of JSON unless another format is requested', async () => {
    await runCommand(['audit', 'export', '--user', 'u']);
    expect(mockWork.exportEvents).toHaveBeenLastCalledWith({ userId: 'u' }, 'ndjson', undefined);
    await runCommand(['audit', 'export', '--format', 'csv', '--org', 'Ours']);
    expect(mockWork.exportEvents).toHaveBeenLastCalledWith({}, 'csv', 'Ours');
    expect((await runCommand(['audit', 'export', '--format', 'xml'])).failure).toContain('ndjson, csv');
  });
});

describe('audit verify', () => {
  it('shows each chain in a row, and succeeds if all are intact', async () => {
    const { out, exitCode } = await runCommand(['audit', 'verify', '--org', 'Ours']);
    expect(mockWork.verifyTrails).toHaveBeenLastCalledWith('Ours', undefined);
    expect(out).toContain('7 abc');
    expect(exitCode).toBe(0);
  });

  it('exits with 1 and names the place if a chain is broken', async () => {
    const broken = { reason: 'changed', seq: 4, entryId: 'four' };
    mockWork.verifyTrails.mockResolvedValue([
      REPORT,
      { ...REPORT, intact: false, chains: [{ ...CHAIN, broken }] },
    ]);
    const { out, exitCode } = await runCommand(['audit', 'verify']);
    expect(out).toContain('changed at 4, entry four');
    expect(exitCode).toBe(1);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('exits according to whether a chain contains the hash from the log: %s', async (known, code) => {
    mockWork.verifyTrails.mockResolvedValue([REPORT, { ...REPORT, known }]);
    const { exitCode } = await runCommand(['audit', 'verify', '--hash', HASH, '--json']);
    expect(mockWork.verifyTrails).toHaveBeenLastCalledWith(undefined, HASH);
    expect(exitCode).toBe(code);
  });

  it('accepts the first 13 digits of a hash, which the metrics have', async () => {
    await runCommand(['audit', 'verify', '--hash', 'BAE0BEFCF2515']);
    expect(mockWork.verifyTrails).toHaveBeenLastCalledWith(undefined, 'bae0befcf2515');
  });

  it.each(['bae0befcf251', `${HASH}0`, 'no-hash-at-all', ''])('refuses the hash "%s"', async (hash) => {
    const { failure } = await runCommand(['audit', 'verify', '--hash', hash]);
    expect(failure).toContain('expected 13 to 64 hexadecimal digits');
  });
});

describe('audit prune', () => {
  it('needs a time, and says how many entries are gone', async () => {
    expect((await runCommand(['audit', 'prune'])).failure).toContain('--before');
    const { out } = await runCommand(['audit', 'prune', '--before', '2026-01-01T00:00:00Z']);
    expect(out).toBe('pruned: 3\n');
    expect(mockWork.pruneEvents).toHaveBeenLastCalledWith(new Date('2026-01-01T00:00:00Z'));
  });
});
