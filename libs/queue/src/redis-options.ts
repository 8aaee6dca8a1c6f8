import type { RedisOptions } from 'ioredis';

/** Parses the URL of a Redis into Bull's options. `rediss://` enables TLS. */
export function redisOptions(address: string): RedisOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    db: Number(pathname.slice(1) || 0),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  };
}
