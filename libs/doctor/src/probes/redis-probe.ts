import { Redis } from 'ioredis';

/** The state of Redis. */
export interface RedisState {
  version: string;
  /** `maxmemory-policy`; undefined if a managed Redis does not report it. */
  eviction: string | undefined;
  /** The server's time. */
  now: Date;
}

const TIMEOUT_MS = 5_000;

/**
 * Queries on a separate connection and closes it.
 *
 * @throws Error if Redis is unreachable or refuses
 */
export async function probeRedis(url: string): Promise<RedisState> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let refusal: unknown;
  redis.on('error', (error) => (refusal = error));
  try {
    await redis.connect();
    const [seconds, microseconds] = await redis.time();
    const info = await redis.info();
    return {
      version: field(info, 'redis_version') ?? 'of an unknown version',
      eviction: field(info, 'maxmemory_policy'),
      now: new Date(Number(seconds) * 1_000 + Number(microseconds) / 1_000),
    };
  } catch (error) {
    // The cause is more informative than the closed connection.
    throw refusal ?? error;
  } finally {
    redis.disconnect();
  }
}

const field = (info: string, name: string): string | undefined =>
  info
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1);
