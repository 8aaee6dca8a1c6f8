/** Queues, queue notifications, and work on rows under leases. */
export { Broadcast, QueueConsumer, QueueNotifier } from './messages';
export { LeasedWork, type LeasedWorkOptions } from './leased/leased-work';
export { Leases, Settlements } from './leased/leases';
export { isQueueName, QUEUE_NAMES, type QueueName } from './queue-contract';
export { QueueModule } from './queue.module';
export { REDIS, RedisModule } from './redis.module';
