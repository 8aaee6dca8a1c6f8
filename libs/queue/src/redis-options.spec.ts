import { redisOptions } from './redis-options';

describe('redisOptions', () => {
  it('reads host, port and database', () => {
    expect(redisOptions('redis://127.0.0.1:6390/2')).toMatchObject({ host: '127.0.0.1', port: 6390, db: 2 });
  });

  it('has defaults for missing parts', () => {
    expect(redisOptions('redis://cache')).toMatchObject({ host: 'cache', port: 6379, db: 0 });
  });

  it('decodes user and password', () => {
    expect(redisOptions('redis://me:p%40ss@cache')).toMatchObject({ username: 'me', password: 'p@ss' });
  });

  it('enables TLS by the scheme, and removes the brackets of IPv6 addresses [PRIV-95]', () => {
    expect(redisOptions('rediss://[::1]:6379')).toMatchObject({ host: '::1', tls: {} });
  });

  it('ends a connection on which a command gets no answer within a second', () => {
    expect(redisOptions('redis://cache').socketTimeout).toBe(1_000);
  });

  it('retries after at most two seconds', () => {
    expect(redisOptions('redis://cache').retryStrategy?.(1_000)).toBe(2_000);
  });
});
