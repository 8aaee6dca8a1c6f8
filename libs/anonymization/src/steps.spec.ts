import { atOnce, inSlices, type Steps } from './steps';

describe('work in steps', () => {
  function* sum(numbers: readonly number[]): Steps<number> {
    let total = 0;
    for (const number of numbers) {
      total += number;
      yield;
    }
    return total;
  }

  it('has the same result at once and in slices', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, i) => i);
    expect(atOnce(sum(numbers))).toBe(4_999_950_000);
    expect(await inSlices(sum(numbers))).toBe(4_999_950_000);
  });

  it('yields to other work between slices', async () => {
    const bell = new AbortController();
    function* untilItRings(): Steps<string> {
      while (!bell.signal.aborted) yield;
      return 'rung';
    }
    setImmediate(() => bell.abort());
    expect(await inSlices(untilItRings())).toBe('rung');
  });

  it('runs one slice in a turn of the event loop, for any amount of concurrent work', async () => {
    // Each reading of the clock ends a slice.
    let time = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (time += 10));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 20 }, () => inSlices(sum(Array.from({ length: 10 }, () => 1)))));
    isDone = true;
    jest.restoreAllMocks();
    expect(turns).toBeGreaterThan(150);
  });

  it('stops between two slices when its caller aborts', async () => {
    const caller = new AbortController();
    function* endless(): Steps<void> {
      for (;;) yield;
    }
    setImmediate(() => caller.abort(new Error('gone')));
    await expect(inSlices(endless(), caller.signal)).rejects.toThrow('gone');
  });

  it('fails with the error of the work', async () => {
    function* failing(): Steps<void> {
      yield;
      throw new Error('no more');
    }
    expect(() => atOnce(failing())).toThrow('no more');
    await expect(inSlices(failing())).rejects.toThrow('no more');
  });
});
