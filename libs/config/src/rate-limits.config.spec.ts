import fc from 'fast-check';
import { parseRate } from './setting-types';
import { rateLimitsConfig } from './rate-limits.config';

const read = (values: Readonly<Record<string, string>>) => {
  Object.assign(process.env, values);
  return rateLimitsConfig();
};

describe('rateLimitsConfig', () => {
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith('RATE_LIMIT')) delete process.env[name];
  });

  it('accepts a number of calls and a time', () => {
    const { usual, failedLogins } = read({ RATE_LIMIT_CHAT: '300/1m', RATE_LIMIT_FAILED_LOGINS: '5/1h' });
    expect(usual.chat).toEqual({ points: 300, seconds: 60 });
    expect(usual.anonymize).toEqual({ points: 120, seconds: 60 });
    expect(failedLogins).toEqual({ points: 5, seconds: 3_600 });
  });

  it.each(['60', '60/m', '0/1m', '60/500ms', '60/2d', '1e3/1m', '-1/1m', ' / ', 'off'])(
    'refuses %j',
    (value) => {
      expect(() => read({ RATE_LIMIT_CHAT: value })).toThrow(
        /^RATE_LIMIT_CHAT: expected a number and a time, such as 60\/1m or 10\/15m$/,
      );
    },
  );

  it('refuses a setting above the ceiling', () => {
    expect(() => read({ RATE_LIMIT_CEILING: '500/1m' })).toThrow(/^RATE_LIMIT_JOBS: .*RATE_LIMIT_CEILING/);
    expect(() => read({ RATE_LIMIT_CHAT: '101/1s' })).toThrow(/^RATE_LIMIT_CHAT: /);
  });
});

describe('a rate', () => {
  it('is the same after it is formatted and parsed', () => {
    const points = fc.integer({ min: 1, max: 1_000_000 });
    const seconds = fc.integer({ min: 1, max: 86_400 });
    fc.assert(
      fc.property(points, seconds, (many, time) => {
        expect(parseRate(`${many}/${time}s`)).toEqual({ points: many, seconds: time });
      }),
    );
  });

  it('is not a name of Object.prototype', () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(parseRate(name)).toBeUndefined();
  });
});
