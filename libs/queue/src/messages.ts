import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bull';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { redisConfig, type RedisConfig } from '@app/config';
import { Log } from '@app/observability';
import { QUEUE_NAMES, type QueueName } from './queue-contract';
import { ANSWER_MS } from './redis-options';

/** Within this time, a process merges its notifications of one queue: a worker claims all waiting work anyway. */
const MERGE_MS = 50;

/**
 * Notifies the workers that there is work. Never waits and never fails: the row is committed before, and the sweep finds
 * it if Redis is unreachable.
 */
@Injectable()
export class QueueNotifier implements OnApplicationShutdown {
  /** Queues that were notified recently, and whether another notification was requested since. */
  private readonly recent = new Map<QueueName, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  notify(name: QueueName): void {
    const recent = this.recent.get(name);
    if (recent) {
      recent.again = true;
      return;
    }
    this.recent.set(name, { timer: setTimeout(() => this.endMerging(name), MERGE_MS), again: false });
    this.notifyLater(name, 0);
  }

  /** Sends a separate notification after `delayMs`. */
  notifyLater(name: QueueName, delayMs: number): void {
    const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
    // Without a connection, the command would wait in memory. The sweep notifies instead.
    if (queue.client.status !== 'ready') return;
    queue
      .add({}, { delay: delayMs, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => this.log.error('queue.notify', error, { queue: name }));
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.recent.values()) clearTimeout(timer);
  }

  private endMerging(name: QueueName): void {
    const { again } = this.recent.get(name) ?? {};
    this.recent.delete(name);
    if (again) this.notify(name);
  }
}

const RETRY_MS = 1_000;

/** The time for which Bull lets Redis wait for an entry before it answers that there is none. */
export const ENTRY_WAIT_S = 5;

/** Bull's connections for subscriptions and for commands that wait for an entry, which its types omit. */
type ConsumingQueue = Queue & { eclient: Queue['client']; bclient: Queue['client'] };

/**
 * Calls a handler for the entries of a queue. Bull subscribes once, when processing begins. If Redis refuses that (a wrong
 * password), it rejects and never tries again, so processing begins only when Redis accepts commands.
 */
@Injectable()
export class QueueConsumer implements OnApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  /** Returns immediately. Until Redis accepts this process, sweeps find the work. */
  consume(name: QueueName, handler: () => Promise<void>): void {
    const queue = this.moduleRef.get<ConsumingQueue>(getQueueToken(name), { strict: false });
    this.begin(queue, handler).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.log.error('queue.consume', error, { queue: name });
    });
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async begin(queue: ConsumingQueue, handler: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    while (!(await isAccepted(queue.eclient))) await sleep(RETRY_MS, undefined, { signal });
    // Bull gives all connections the same options. On this one, Redis answers late on purpose.
    queue.bclient.options.socketTimeout = ENTRY_WAIT_S * 1_000 + ANSWER_MS;
    await queue.process(handler);
  }
}

const isAccepted = (client: Queue['client']): Promise<boolean> =>
  client.ping().then(
    () => true,
    () => false,
  );

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
