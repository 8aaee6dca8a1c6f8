import { ProcessWatch } from './isolated-programs';

describe('ProcessWatch', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('kills a program at its time limit, and later if the limit is extended', () => {
    const kill = jest.fn();
    const watch = new ProcessWatch({ pid: process.pid, kill }, { timeoutMs: 1_000, memoryBytes: 2 ** 40 });
    jest.advanceTimersByTime(900);
    watch.extend(500);
    watch.extend(0);
    jest.advanceTimersByTime(599);
    expect(kill).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(kill).toHaveBeenCalledTimes(1);
    expect(watch.killedFor).toBe('too_slow');
    watch.stop();
  });
});
