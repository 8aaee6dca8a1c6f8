import { periodOf } from './days';

describe('the period of a conversation', () => {
  const now = new Date(2026, 3, 1, 0, 30);
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

  it.each([
    [at(2026, 3, 1, 0), 'today'],
    [at(2026, 2, 31, 23), 'yesterday'],
    [at(2026, 2, 30, 23), 'week'],
    [at(2026, 2, 25, 0), 'week'],
    [at(2026, 2, 24, 23), 'month'],
    [at(2026, 2, 2, 0), 'month'],
  ] as const)('of %s is %s', (date, period) => {
    expect(periodOf(date, now)).toBe(period);
  });

  it('is the month after 30 days', () => {
    const date = at(2026, 2, 1, 23);
    expect(periodOf(date, now)).toEqual({ monthOf: date });
  });

  it('is today if the clock of the service is ahead', () => {
    expect(periodOf(at(2026, 3, 2, 0), now)).toBe('today');
  });
});
