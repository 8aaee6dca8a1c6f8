import { StageTimes, timingStages } from '@app/common';
import { eventually } from '@app/testing';
import { ProcessWatch } from './isolated-programs';

describe('ProcessWatch', () => {
  it('kills a program at its time limit, and later if the limit is extended', () => {
    jest.useFakeTimers();
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
    jest.useRealTimers();
  });

  it('adds the processor time of a program to the work that started it', async () => {
    const times = new StageTimes();
    const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 40 };
    const watch = timingStages(times, () => new ProcessWatch({ pid: process.pid, kill: jest.fn() }, limits));
    await eventually(() => expect(times.processorMs).toBeGreaterThan(0));
    watch.stop();
  });
});
