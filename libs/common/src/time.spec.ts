import { Deadline, waitAtMost } from './time';

describe('waitAtMost', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('waits until the promise settles, and leaves no timer behind', async () => {
    await waitAtMost(1_000, Promise.resolve('done'));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits no longer than the limit', async () => {
    const waited = waitAtMost(1_000, new Promise(() => {}));
    jest.advanceTimersByTime(1_000);
    await expect(waited).resolves.toBeUndefined();
  });

  it('rejects like its promise, unless that is too late', async () => {
    await expect(waitAtMost(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let fail: (error: Error) => void = () => {};
    const waited = waitAtMost(1_000, new Promise((_, reject) => (fail = reject)));
    jest.advanceTimersByTime(1_000);
    fail(new Error('broken'));
    await expect(waited).resolves.toBeUndefined();
  });
});

describe('Deadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns a result in time, and leaves no timer behind, even on failure', async () => {
    const deadline = new Deadline();
    expect(await deadline.within(1_000, async () => 'done')).toBe('done');
    await expect(deadline.within(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect([jest.getTimerCount(), deadline.passed]).toEqual([0, false]);
  });

  it('aborts work that takes too long, and runs only while a caller waits', async () => {
    const deadline = new Deadline();
    const untilAborted = () =>
      new Promise((_, reject) =>
        deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error)),
      );
    await deadline.within(1_000, async () => undefined);
    jest.advanceTimersByTime(5_000);
    expect(deadline.passed).toBe(false);
    const waited = deadline.within(1_000, untilAborted);
    jest.advanceTimersByTime(1_000);
    await expect(waited).rejects.toThrow('aborted');
    expect(deadline.passed).toBe(true);
  });
});
