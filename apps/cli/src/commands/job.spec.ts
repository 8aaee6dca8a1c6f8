import { runCommand } from '../../testing/run-command';

const mockWork = {
  listJobs: jest.fn(),
  showJob: jest.fn(),
  redeliverJob: jest.fn(),
  redeliverRange: jest.fn(),
};
jest.mock('../work/jobs', () => mockWork);

const RANGE = ['--org', 'Ours', '--since', '2026-01-01T00:00:00Z', '--until', '2026-01-02T00:00:00Z'];

beforeEach(() => {
  jest.clearAllMocks();
  mockWork.listJobs.mockResolvedValue([]);
  mockWork.redeliverRange.mockResolvedValue(['a', 'b']);
});

describe('job list', () => {
  it('shows the 20 newest jobs in any state unless another number, order or state is requested', async () => {
    expect((await runCommand(['job', 'list'])).out).toBe('none\n');
    expect(mockWork.listJobs).toHaveBeenLastCalledWith({ state: undefined, oldest: false, take: 20 });
    await runCommand(['job', 'list', '--status', 'failed', '--oldest', '--limit', '1000']);
    expect(mockWork.listJobs).toHaveBeenLastCalledWith({ state: 'failed', oldest: true, take: 1_000 });
  });

  it.each([
    ['--limit', '1001', 'expected a number from 1 to 1000'],
    ['--status', 'done', 'waiting, running, completed, failed'],
  ])('refuses %s %s', async (option, value, expected) => {
    expect((await runCommand(['job', 'list', option, value])).failure).toContain(expected);
  });
});

describe('job show', () => {
  const attempt = { at: new Date('2026-01-15T09:30:00Z'), status: 503 };

  it('shows the attempts of its webhook in a table below', async () => {
    mockWork.showJob.mockResolvedValue({ job_id: 'a', delivery: { state: 'pending', attempts: [attempt] } });
    const { out } = await runCommand(['job', 'show', 'a']);
    expect(out).toMatch(/^job_id: a\ndelivery: pending\nat +status\n2026-01-15T09:30:00.000Z +503\n$/);
  });

  it('shows that there is no webhook yet', async () => {
    mockWork.showJob.mockResolvedValue({ job_id: 'a', delivery: null });
    expect((await runCommand(['job', 'show', 'a'])).out).toBe('job_id: a\ndelivery: -\nnone\n');
    expect(JSON.parse((await runCommand(['job', 'show', 'a', '--json'])).out)).toEqual({
      job_id: 'a',
      delivery: null,
    });
  });
});

describe('job redeliver', () => {
  it('resends the webhook of one job, or those of an organization in a time range', async () => {
    expect((await runCommand(['job', 'redeliver', 'a'])).out).toBe('redelivering: 1\n');
    expect(mockWork.redeliverJob).toHaveBeenLastCalledWith('a');
    const { out } = await runCommand(['job', 'redeliver', ...RANGE, '--json']);
    expect(JSON.parse(out)).toEqual([{ job_id: 'a' }, { job_id: 'b' }]);
    const [since, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    expect(mockWork.redeliverRange).toHaveBeenLastCalledWith('Ours', since, until);
  });

  it.each([
    ['both a job and a range', ['a', ...RANGE]],
    ['neither', []],
    ['a range without an end', RANGE.slice(0, 4)],
    ['a range without an organization', RANGE.slice(2)],
  ])('refuses %s', async (_, args) => {
    expect((await runCommand(['job', 'redeliver', ...args])).failure).toContain('expected');
    expect(mockWork.redeliverJob).not.toHaveBeenCalled();
    expect(mockWork.redeliverRange).not.toHaveBeenCalled();
  });
});
