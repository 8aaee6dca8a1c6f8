import { waitAtMost } from './time';

describe('waitAtMost', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('waits until it is done, and leaves no timer behind', async () => {
    await waitAtMost(1_000, Promise.resolve('done'));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits no longer than it may', async () => {
    const waited = waitAtMost(1_000, new Promise(() => {}));
    jest.advanceTimersByTime(1_000);
    await expect(waited).resolves.toBeUndefined();
  });

  it('fails as what it waits for does, unless that is too late', async () => {
    await expect(waitAtMost(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let fail: (error: Error) => void = () => {};
    const waited = waitAtMost(1_000, new Promise((_, reject) => (fail = reject)));
    jest.advanceTimersByTime(1_000);
    fail(new Error('broken'));
    await expect(waited).resolves.toBeUndefined();
  });
});
