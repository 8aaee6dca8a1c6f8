import { redisConfig } from '@app/config';
import { Check, failed, ok, reasonOf, warning, type Finding } from '../check';
import { probeRedis } from '../probes/redis-probe';

/** Checks that Redis answers and does not evict keys. A queue with evicted keys notifies no workers. */
export class RedisCheck extends Check {
  readonly name = 'redis';

  async run(): Promise<Finding> {
    const { url } = redisConfig();
    try {
      const { version, eviction } = await probeRedis(url);
      if (eviction === undefined || eviction === 'noeviction') return ok(version);
      return warning(
        `${version}, which evicts keys when it is full (${eviction})`,
        'Set maxmemory-policy noeviction',
      );
    } catch (error) {
      return failed(`cannot be used: ${reasonOf(error)}`, 'Start it, or correct REDIS_URL');
    }
  }
}
