import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Redis } from 'ioredis';
import { redisConfig, type RedisConfig } from '@app/config';

/** Injection token of the one Redis connection that is not a queue's: for counting, never for keeping. */
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
          // While Redis is away a command fails at once, and its caller goes on without.
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
        });
        // ioredis reconnects by itself; health and metrics show its state. Unheard, the event would end the process.
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
