import { withSettings } from '@app/testing';
import { ClockCheck } from './clock.check';
import { DiskCheck } from './disk.check';

const MIB = 1024 ** 2;

describe('the clock', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const skewed = (ms: number) => new ClockCheck({ PostgreSQL: async () => new Date(Date.now() + ms) }).run();

  it.each([
    [0, 'ok'],
    [1_500, 'ok'],
    [10_000, 'warning'],
    [-10_000, 'warning'],
    [60_000, 'failed'],
    [-3_600_000, 'failed'],
  ])('with a difference of %i ms is %s', async (ms, outcome) => {
    expect(await skewed(ms)).toMatchObject({ outcome });
  });

  it('is judged by the largest difference, and each one is reported', async () => {
    const clocks = { PostgreSQL: async () => new Date(), Redis: async () => new Date(Date.now() - 60_000) };
    expect(await new ClockCheck(clocks).run()).toMatchObject({
      outcome: 'failed',
      found: 'PostgreSQL ahead by 0 ms, Redis behind by 60000 ms',
    });
  });
});

describe('the disk', () => {
  it.each([
    [100_000, 'ok'],
    [1_000, 'warning'],
    [100, 'failed'],
    [0, 'failed'],
  ])('with %i MiB left is %s', async (mib, outcome) => {
    const check = new DiskCheck(async () => mib * MIB);
    expect(await withSettings({ BLOB_STORE: 'local' }, () => check.run())).toMatchObject({ outcome });
  });
});
