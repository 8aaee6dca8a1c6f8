import { Leases } from './leases';

const LEASE_MS = 60_000;

describe('Leases', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Rows that this process has, for as long as they are in the set. */
  function rows(...ids: string[]) {
    const mine = new Set(ids);
    const renew = jest.fn(async (asked: readonly string[]) => asked.filter((id) => mine.has(id)));
    const [onError, onLost] = [jest.fn(), jest.fn()];
    const leases = new Leases({ leaseMs: LEASE_MS, renew, onLost, onError });
    return { mine, renew, onError, onLost, leases };
  }

  it('are renewed several times before they would run out, and no longer once they are forgotten', async () => {
    const { leases, renew } = rows('a', 'b');
    const signals = [leases.hold('a'), leases.hold('b')];
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(renew.mock.calls.length).toBeGreaterThanOrEqual(20);
    expect(renew).toHaveBeenLastCalledWith(['a', 'b']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    leases.forget('a');
    leases.forget('b');
    renew.mockClear();
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS);
    expect(renew).not.toHaveBeenCalled();
  });

  it('end the work whose row was taken away, and no other', async () => {
    const { leases, mine, onLost } = rows('a', 'b');
    const [a, b] = [leases.hold('a'), leases.hold('b')];
    mine.delete('a');
    await jest.advanceTimersByTimeAsync(LEASE_MS / 2);
    expect([a.aborted, b.aborted]).toEqual([true, false]);
    // Once, however often it is looked at.
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('are looked at as soon as somebody says that one was taken away, which may be wrong', async () => {
    const { leases, mine } = rows('a', 'b');
    const [a, b] = [leases.hold('a'), leases.hold('b')];
    mine.delete('a');
    leases.check('somebody else’s');
    await jest.advanceTimersByTimeAsync(0);
    expect(a.aborted).toBe(false);
    leases.check('b');
    await jest.advanceTimersByTimeAsync(0);
    expect([a.aborted, b.aborted]).toEqual([true, false]);
  });

  it('bear a database that is away for less than they last, and end the work after that', async () => {
    const { leases, renew, onError } = rows('a');
    const signal = leases.hold('a');
    renew.mockRejectedValue(new Error('database away'));
    await jest.advanceTimersByTimeAsync(LEASE_MS - 1);
    expect(onError).toHaveBeenCalled();
    expect(signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(LEASE_MS);
    expect(signal.aborted).toBe(true);
  });

  it('tell when none is held any more', async () => {
    const { leases } = rows('a');
    leases.hold('a');
    const idle = leases.idle();
    let over = false;
    void idle.then(() => (over = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(over).toBe(false);
    leases.forget('a');
    await idle;
    await leases.idle();
  });
});
