import { readDateRange } from './read-date-range';

const START = Date.UTC(2026, 0, 31, 23, 30);

describe('readDateRange', () => {
  it.each([
    ['Unix milliseconds', START],
    ['their digits', String(START)],
    ['UTC', '2026-01-31T23:30:00Z'],
    ['UTC without seconds', '2026-01-31T23:30Z'],
    ['UTC with milliseconds', '2026-01-31T23:30:00.000Z'],
    ['an offset', '2026-02-01T00:30:00+01:00'],
  ])('reads %s', (_, start) => {
    expect(readDateRange(start, START)).toEqual({ from: new Date(START), to: new Date(START) });
  });

  it.each([
    ['no offset', '2026-01-31T23:30:00'],
    ['a day alone', '2026-01-31'],
    ['a day that is none', '2026-02-30T00:00:00Z'],
    ['a month that is none', '2026-13-01T00:00:00Z'],
    ['an hour that is none', '2026-01-01T25:00:00Z'],
    ['words', 'yesterday'],
    ['nothing', ''],
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['the far future', 1e15],
    ['a truth', true],
    ['a list', []],
  ])('refuses %s', (_, start) => {
    expect(() => readDateRange(start, START)).toThrow('start_date must be');
  });

  it('refuses an end before the start', () => {
    expect(() => readDateRange(START, START - 1)).toThrow('start_date must not be after end_date');
  });

  it('refuses more than 400 days', () => {
    const days = (count: number) => START + count * 24 * 60 * 60_000;
    expect(readDateRange(START, days(400)).to).toEqual(new Date(days(400)));
    expect(() => readDateRange(START, days(400) + 1)).toThrow('at most 400 days');
  });
});
