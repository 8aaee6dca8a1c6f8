import { judge } from './judge';

const now = new Date('2026-03-01T12:00:00Z');

describe('judge', () => {
  it.each([200, 201, 202, 204, 299])('takes %i as delivered', (status) => {
    expect(judge(status, undefined, now)).toEqual({ statusCode: status, error: null, retryAfterMs: 0 });
  });

  it.each([300, 301, 302, 303, 307, 308])('does not follow %i', (status) => {
    expect(judge(status, undefined, now).error).toBe('redirect');
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('takes %i as a failed attempt', (status) => {
    expect(judge(status, undefined, now)).toMatchObject({ statusCode: status, error: 'status' });
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['86400', 3_600_000],
    ['Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:00 GMT', 3_600_000],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
  ])('reads Retry-After %j as %i ms, an hour at most', (header, ms) => {
    expect(judge(429, header, now).retryAfterMs).toBe(ms);
  });
});
