import { getQueueToken } from '@nestjs/bull';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { redisConfig, type RedisConfig } from '@app/config';
import { Log } from '@app/observability';
import { QUEUE_NAMES } from './queue-contract';

type Client = Queue['client'];

/**
 * Sends a message to all processes of the service. Never waits and never fails. A message may be lost, so a receiver that
 * depends on it must also detect the change in another way, later.
 */
@Injectable()
export class Broadcast implements OnApplicationShutdown {
  private subscriber: Client | undefined;

  constructor(
    private readonly moduleRef: ModuleRef,
    @Inject(redisConfig.KEY) private readonly config: RedisConfig,
    private readonly log: Log,
  ) {}

  /** @param message only ids: Redis must not contain texts */
  publish(topic: string, message: string): void {
    const { client } = this;
    // Without a connection, the command would wait in memory and be sent too late.
    if (client.status !== 'ready') return;
    client
      .publish(this.channel(topic), message)
      .catch((error: unknown) => this.log.error('queue.publish', error, { queue: topic }));
  }

  /** Calls the listener for each message from now on, and again after each reconnection to Redis. */
  subscribe(topic: string, listener: (message: string) => void): void {
    const subscriber = (this.subscriber ??= this.listen());
    const channel = this.channel(topic);
    subscriber.on('message', (from: string, message: string) => {
      if (from === channel) listener(message);
    });
    const subscribe = (): void => {
      subscriber
        .subscribe(channel)
        .catch((error: unknown) => this.log.error('queue.subscribe', error, { queue: topic }));
    };
    subscriber.on('ready', subscribe);
    if (subscriber.status === 'ready') subscribe();
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  private listen(): Client {
    // The state is `ready` only when Redis accepts commands. The subscription is renewed after each reconnection.
    const subscriber = this.client.duplicate({ enableReadyCheck: true, autoResubscribe: false });
    // ioredis reconnects automatically, and health shows the state of Redis. Without a listener, ioredis prints the
    // error.
    return subscriber.on('error', () => undefined);
  }

  private channel(topic: string): string {
    return `${this.config.prefix}:broadcast:${topic}`;
  }

  /** An existing connection. */
  private get client(): Client {
    return this.moduleRef.get<Queue>(getQueueToken(QUEUE_NAMES[0]), { strict: false }).client;
  }
}
