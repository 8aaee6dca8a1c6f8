/** The queues: what they are called, what they carry, how to ring, and the places in which a worker works. */
export { Broadcast } from './broadcast';
export { Doorbell } from './doorbell';
export { isQueueName, QUEUE_NAMES } from './queue-contract';
export type { QueueEntries, QueueName } from './queue-contract';
export { QueueModule } from './queue.module';
export { REDIS, RedisModule } from './redis.module';
export { Slots } from './slots';
export type { SlotsOptions } from './slots';
