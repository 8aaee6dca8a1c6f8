/** Queues, queue notifications, and work on rows under leases. */
export { Broadcast } from './broadcast';
export { QueueNotifier } from './queue-notifier';
export { LeasedWork, type LeasedWorkOptions } from './leased/leased-work';
export { Leases } from './leased/leases';
export { Settlements } from './leased/settlements';
export { QueueConsumer } from './queue-consumer';
export { isQueueName, QUEUE_NAMES, type QueueName } from './queue-contract';
export { QueueModule } from './queue.module';
export { REDIS, RedisModule } from './redis.module';
