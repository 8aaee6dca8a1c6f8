import { Leases, Settlements } from './leases';

const LEASE_MS = 60_000;

describe('Leases', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A table in which this process leases the rows in the set. */
  function rows(...ids: string[]) {
    const mine = new Set(ids);
    const renew = jest.fn(async (asked: readonly string[]) => asked.filter((id) => mine.has(id)));
    const [onError, onLost] = [jest.fn(), jest.fn()];
    const leases = new Leases({ leaseMs: LEASE_MS, renew, onLost, onError });
    return { mine, renew, onError, onLost, leases };
  }

  it('are renewed several times before they expire, and no longer after they are forgotten', async () => {
    const { leases, renew } = rows('a', 'b');
    const signals = [leases.keepRenewing('a'), leases.keepRenewing('b')];
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(20);
    expect(renew).toHaveBeenLastCalledWith(['a', 'b']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    leases.stopRenewing('a');
    leases.stopRenewing('b');
    renew.mockClear();
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(renew).not.toHaveBeenCalled();
  });

  it('abort the work on a row that was taken away, and no other', async () => {
    const { leases, mine, onLost } = rows('a', 'b');
    const [a, b] = [leases.keepRenewing('a'), leases.keepRenewing('b')];
    mine.delete('a');
    await jest.advanceTimersByTimeAsync(LEASE_MS / 2);
    expect([a.aborted, b.aborted]).toEqual([true, false]);
    // The leases were checked several times, but the loss is reported once.
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('are checked as soon as a hint arrives that one was taken away, which may be wrong', async () => {
    const { leases, mine } = rows('a', 'b');
    const [a, b] = [leases.keepRenewing('a'), leases.keepRenewing('b')];
    mine.delete('a');
    leases.check('somebody else’s');
    await jest.advanceTimersByTimeAsync(0);
    expect(a.aborted).toBe(false);
    leases.check('b');
    await jest.advanceTimersByTimeAsync(0);
    expect([a.aborted, b.aborted]).toEqual([true, false]);
  });

  it('survive a database outage that is shorter than a lease, and abort the work after a longer one', async () => {
    const { leases, renew, onError } = rows('a');
    const signal = leases.keepRenewing('a');
    renew.mockRejectedValue(new Error('database away'));
    await jest.advanceTimersByTimeAsync(LEASE_MS - 1);
    expect(onError).toHaveBeenCalled();
    expect(signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(LEASE_MS);
    expect(signal.aborted).toBe(true);
  });

  it('report when none is left', async () => {
    const { leases } = rows('a');
    leases.keepRenewing('a');
    const idle = leases.idle();
    let over = false;
    void idle.then(() => (over = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(over).toBe(false);
    leases.stopRenewing('a');
    await idle;
    await leases.idle();
  });
});

describe('Settlements', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  /** A database that fails the given number of writes. */
  function ledger(failures: number, tries = 3) {
    const written: number[][] = [];
    const failed: number[] = [];
    const settlements = new Settlements<number, number>({
      work: async (items) => {
        if (failures-- > 0) throw new Error('database away');
        written.push([...items]);
        return items.map((item) => item * 10);
      },
      room: 100,
      tries,
      onError: (_, item, attempt) => void failed.push(item * 100 + attempt),
    });
    return { written, failed, settlements };
  }
  /** Waits for the promise and skips the pauses between tries. */
  async function settled<T>(promise: Promise<T>): Promise<T> {
    const over = jest.fn();
    void promise.then(over, over);
    while (over.mock.calls.length === 0) {
      await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(500);
    }
    return promise;
  }

  it('are written together with others that end at the same moment', async () => {
    const { settlements, written } = ledger(0);
    expect(await settled(Promise.all([settlements.add(1), settlements.add(2)]))).toEqual([10, 20]);
    expect(written).toEqual([[1, 2]]);
  });

  it('are retried if the database is unreachable, and written once', async () => {
    const { settlements, written, failed } = ledger(2);
    expect(await settled(settlements.add(7))).toBe(70);
    expect([written, failed]).toEqual([[[7]], [701, 702]]);
  });

  it('fail after the last try', async () => {
    const { settlements, written, failed } = ledger(3);
    await expect(settled(settlements.add(7))).rejects.toThrow('database away');
    expect([written, failed]).toEqual([[], [701, 702, 703]]);
  });
});
