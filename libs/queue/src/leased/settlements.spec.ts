import { Settlements } from './settlements';

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
