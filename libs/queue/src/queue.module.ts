import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { redisConfig, type RedisConfig } from '@app/config';
import { Broadcast, ENTRY_WAIT_S, QueueNotifier, QueueConsumer } from './messages';
import { CloseQueues } from './close-queues';
import { QUEUE_NAMES } from './queue-contract';
import { redisOptions } from './redis-options';

@Module({
  imports: [
    ConfigModule.forFeature(redisConfig),
    BullModule.forRootAsync({
      imports: [ConfigModule.forFeature(redisConfig)],
      inject: [redisConfig.KEY],
      useFactory: ({ url, prefix }: RedisConfig) => ({
        redis: redisOptions(url),
        prefix: `${prefix}:queue`,
        settings: { retryProcessDelay: 1_000, drainDelay: ENTRY_WAIT_S },
      }),
    }),
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
  ],
  providers: [Broadcast, CloseQueues, QueueNotifier, QueueConsumer],
  exports: [Broadcast, BullModule, QueueNotifier, QueueConsumer],
})
export class QueueModule {}
