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

  it('comes to the same at once and in slices', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, i) => i);
    expect(atOnce(sum(numbers))).toBe(4_999_950_000);
    expect(await inSlices(sum(numbers))).toBe(4_999_950_000);
  });

  it('lets others have their turn in slices, before it is done', async () => {
    const bell = new AbortController();
    function* untilItRings(): Steps<string> {
      while (!bell.signal.aborted) yield;
      return 'rung';
    }
    setImmediate(() => bell.abort());
    expect(await inSlices(untilItRings())).toBe('rung');
  });

  it('fails as the work does', async () => {
    function* failing(): Steps<void> {
      yield;
      throw new Error('no more');
    }
    expect(() => atOnce(failing())).toThrow('no more');
    await expect(inSlices(failing())).rejects.toThrow('no more');
  });
});
