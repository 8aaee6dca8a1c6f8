import * as fc from 'fast-check';
import { decide } from './deliver-webhook';
import type { Attempt } from './post-webhook';

const SCHEDULE = [5_000, 60_000, 300_000];
const failed = (more: Partial<Attempt> = {}): Attempt => ({
  statusCode: 500,
  error: 'status',
  retryAfterMs: 0,
  ...more,
});

describe('decide', () => {
  it('ends a delivered event', () => {
    expect(decide({ statusCode: 204, error: null, retryAfterMs: 0 }, 2, SCHEDULE, 0)).toEqual({
      state: 'delivered',
    });
  });

  it.each([
    [0, 5_000],
    [1, 60_000],
    [2, 300_000],
  ])('retries after %i earlier failures in %i ms', (failures, inMs) => {
    expect(decide(failed(), failures, SCHEDULE, 0)).toEqual({ state: 'pending', inMs });
  });

  it('is exhausted after the last retry', () => {
    expect(decide(failed(), 3, SCHEDULE, 0)).toEqual({ state: 'exhausted' });
  });

  it('ends permanently at 410, whatever is left of the schedule', () => {
    expect(decide(failed({ statusCode: 410 }), 0, SCHEDULE, 0)).toEqual({ state: 'gone' });
  });

  it('waits for the later of schedule and Retry-After', () => {
    expect(decide(failed({ retryAfterMs: 90_000 }), 0, SCHEDULE, 0)).toMatchObject({ inMs: 90_000 });
    expect(decide(failed({ retryAfterMs: 1_000 }), 1, SCHEDULE, 0)).toMatchObject({ inMs: 60_000 });
  });

  it.each(['timeout', 'connection', 'tls', 'address', 'redirect'] as const)('retries after %s', (error) => {
    expect(decide(failed({ statusCode: null, error }), 0, SCHEDULE, 0)).toMatchObject({ state: 'pending' });
  });

  it('is never earlier than scheduled, and at most a tenth later', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const verdict = decide(failed(), failures, SCHEDULE, random);
        const { inMs } = verdict as { inMs: number };
        return inMs >= SCHEDULE[failures]! && inMs <= SCHEDULE[failures]! * 1.1;
      }),
    );
  });
});
