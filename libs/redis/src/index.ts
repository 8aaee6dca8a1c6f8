/** The one Redis connection that is not a queue's: for counting, never for keeping. */
export { RedisModule } from './redis.module';
export { REDIS } from './redis.module';
