import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Redis } from 'ioredis';
import { redisConfig, type RedisConfig } from '@app/config';
import { ANSWER_MS } from './redis-options';

/** Injection token of the Redis connection that no queue uses. It serves counters, never storage. */
export const REDIS = Symbol('REDIS');

@Module({
  imports: [ConfigModule.forFeature(redisConfig)],
  providers: [
    {
      provide: REDIS,
      inject: [redisConfig.KEY],
      useFactory: ({ url, prefix }: RedisConfig) => {
        const redis = new Redis(url, {
          keyPrefix: `${prefix}:`,
          // While Redis is unreachable, a command fails immediately and its caller continues without it.
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          socketTimeout: ANSWER_MS,
          retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
        });
        // ioredis reconnects automatically; health and metrics show its state. Without a listener, Node.js throws on
        // `error`.
        redis.on('error', () => undefined);
        return redis;
      },
    },
  ],
  exports: [REDIS],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
