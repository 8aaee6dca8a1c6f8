import type { RedisOptions } from 'ioredis';

/**
 * Redis answers a command within this time, or its connection counts as broken. A Redis that hangs is then like one that
 * is unreachable: the connection is not ready, and no command waits for it again.
 */
export const ANSWER_MS = 1_000;

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
    socketTimeout: ANSWER_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  };
}
