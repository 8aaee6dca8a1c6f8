import type { Socket } from 'node:net';
import { Pool, type Connection, type PoolClient, type PoolConfig } from 'pg';
import { StoreUnavailable } from '@app/common';

export interface LimitedPoolConfig extends PoolConfig {
  /** PostgreSQL answers a statement within this time, or its connection is broken. If absent, it may take any time. */
  answerWithinMs?: number;
}

/** A client's own connection and whether no statement runs on it, which the driver's types omit. */
type Limited = PoolClient & { connection: Connection; readyForQuery: boolean };
type Connected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/**
 * A pool of connections to a PostgreSQL that may hang. It ends a connection on which a statement gets no answer in time,
 * because the rest of that answer may still arrive on it. While PostgreSQL is known to be away, it lends no connection.
 */
export class LimitedPool extends Pool {
  /** Whether PostgreSQL is known to be away. */
  isAway = false;

  constructor(config: LimitedPoolConfig) {
    super(config);
    const { answerWithinMs } = config;
    if (answerWithinMs !== undefined)
      this.on('connect', (client) => endIfSilent(client as Limited, answerWithinMs));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!this.isAway) return callback ? super.connect(callback) : super.connect();
    if (!callback) return Promise.reject(databaseAway());
    callback(databaseAway(), undefined, () => undefined);
  }
}

/** The time counts from the last byte in either direction. It also runs while a connection is idle. */
function endIfSilent(client: Limited, ms: number): void {
  const stream = client.connection.stream as Socket;
  // A callback of `setTimeout` would be called only once.
  stream.setTimeout(ms).on('timeout', () => {
    if (client.readyForQuery) return;
    stream.destroy(Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' }));
  });
}

const databaseAway = (): StoreUnavailable =>
  new StoreUnavailable('The service cannot reach its database; try again in a few seconds');
