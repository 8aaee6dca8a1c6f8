import { TimeSlice } from './time-slice';

describe('a time slice', () => {
  async function sum(numbers: readonly number[], slice = new TimeSlice()): Promise<number> {
    let total = 0;
    for (const number of numbers) {
      total += number;
      if (slice.isOver) await slice.next();
    }
    return total;
  }

  it('yields to other work', async () => {
    const other = new AbortController();
    setImmediate(() => other.abort());
    const slice = new TimeSlice();
    while (!other.signal.aborted) if (slice.isOver) await slice.next();
    expect(other.signal.aborted).toBe(true);
  });

  it('is the only one in a turn of the event loop, for any amount of concurrent work', async () => {
    // Each reading of the clock ends a slice.
    let time = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 10));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const sums = await Promise.all(
      Array.from({ length: 20 }, () => sum(Array.from({ length: 10 }, () => 1))),
    );
    isDone = true;
    clock.mockRestore();
    expect(sums).toEqual(Array.from({ length: 20 }, () => 10));
    expect(turns).toBeGreaterThan(150);
  });

  it('stops the work with the reason of its signal', async () => {
    const caller = new AbortController();
    const slice = new TimeSlice(caller.signal);
    setImmediate(() => caller.abort(new Error('gone')));
    const endless = async (): Promise<void> => {
      for (;;) if (slice.isOver) await slice.next();
    };
    await expect(endless()).rejects.toThrow('gone');
  });
});
