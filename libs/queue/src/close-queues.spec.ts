import { EventEmitter } from 'node:events';
import type { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import type { Log } from '@app/observability';
import { CloseQueues } from './close-queues';

/** Shuts the queue down as Nest does. */
async function shutDown(queue: object): Promise<jest.Mock> {
  const error = jest.fn();
  const moduleRef = { get: () => queue as Queue } as unknown as ModuleRef;
  new CloseQueues(moduleRef, { error } as unknown as Log).onModuleInit();
  await (queue as { onApplicationShutdown(): Promise<void> }).onApplicationShutdown();
  return error;
}

/** Returns a queue that waits for the removal of an entry, unless it is told not to wait. */
function waitingQueue(status: string) {
  const client = Object.assign(new EventEmitter(), { status, connect: jest.fn(), disconnect: jest.fn() });
  const close = (doNotWait: boolean) => (doNotWait ? Promise.resolve() : new Promise<void>(() => undefined));
  return { client, queue: { client, clients: [client], close } };
}

/**
 * Returns a queue that closes like Bull: it reconnects, and checks the result only after the running work has ended.
 */
function closingQueue() {
  const outcomes: unknown[] = [];
  const client = {
    status: 'reconnecting',
    connect: async (): Promise<void> => {
      throw new Error('Connection is closed.');
    },
    disconnect: jest.fn(),
  };
  const queue = {
    client,
    clients: [client],
    close: async () => {
      const connected = client.connect();
      outcomes.push(await connected.then(() => 'no failure that nobody handles', String));
    },
  };
  return { queue, outcomes };
}

describe('CloseQueues', () => {
  it('leaves no unhandled connection failure if Redis becomes unreachable while the process ends', async () => {
    const { queue, outcomes } = closingQueue();
    const error = await shutDown(queue);
    expect(outcomes).toEqual(['no failure that nobody handles']);
    expect(error).not.toHaveBeenCalled();
  });

  it('does not wait for the removal of an entry while Redis is unreachable', async () => {
    const { client, queue } = waitingQueue('reconnecting');
    await shutDown(queue);
    expect(client.disconnect).toHaveBeenCalledTimes(1);
  });

  it('does not end a connection twice, which would start a timer', async () => {
    const { client, queue } = waitingQueue('end');
    await shutDown(queue);
    expect(client.disconnect).not.toHaveBeenCalled();
  });

  it('stops waiting if Redis becomes unreachable meanwhile', async () => {
    const { client, queue } = waitingQueue('ready');
    const closed = shutDown(queue);
    client.emit('close');
    await closed;
    expect(client.disconnect).toHaveBeenCalledTimes(1);
  });
});
