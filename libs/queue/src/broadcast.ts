import { getQueueToken } from '@nestjs/bull';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { redisConfig, type RedisConfig } from '@app/config';
import { Log } from '@app/observability';
import { QUEUE_NAMES } from './queue-contract';

type Client = Queue['client'];

/**
 * Tells all processes of the service something at once. Never waits and never fails, and may be missed: whoever
 * depends on it has to find out in another way too, only later.
 */
@Injectable()
export class Broadcast implements OnApplicationShutdown {
  private subscriber: Client | undefined;

  constructor(
    private readonly moduleRef: ModuleRef,
    @Inject(redisConfig.KEY) private readonly config: RedisConfig,
    private readonly log: Log,
  ) {}

  /** @param message ids at most: Redis holds no texts */
  say(topic: string, message: string): void {
    const { client } = this;
    // Not connected, a command would wait in memory, and be said too late.
    if (client.status !== 'ready') return;
    client
      .publish(this.channel(topic), message)
      .catch((error: unknown) => this.log.error('queue.say', error, { queue: topic }));
  }

  /** From now on, and again after each time that Redis was away. */
  hear(topic: string, listener: (message: string) => void): void {
    const subscriber = (this.subscriber ??= this.listen());
    const channel = this.channel(topic);
    subscriber.on('message', (from: string, message: string) => {
      if (from === channel) listener(message);
    });
    const subscribe = (): void => {
      subscriber
        .subscribe(channel)
        .catch((error: unknown) => this.log.error('queue.hear', error, { queue: topic }));
    };
    subscriber.on('ready', subscribe);
    if (subscriber.status === 'ready') subscribe();
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  private listen(): Client {
    // It is ready when Redis has accepted it, not merely when it is connected, and subscribes again each time.
    const subscriber = this.client.duplicate({ enableReadyCheck: true, autoResubscribe: false });
    // It reconnects by itself; health shows the state of Redis. Without a listener, ioredis prints the error.
    return subscriber.on('error', () => undefined);
  }

  private channel(topic: string): string {
    return `${this.config.prefix}:broadcast:${topic}`;
  }

  /** A connection that is there anyway. */
  private get client(): Client {
    return this.moduleRef.get<Queue>(getQueueToken(QUEUE_NAMES[0]), { strict: false }).client;
  }
}
