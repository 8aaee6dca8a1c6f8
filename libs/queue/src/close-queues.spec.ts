import type { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import type { Log } from '@app/observability';
import { CloseQueues } from './close-queues';

/** Closes as Bull does: it connects anew, and looks at what came of that only after what runs has ended. */
function closingQueue() {
  const outcomes: unknown[] = [];
  const client = {
    connect: async (): Promise<void> => {
      throw new Error('Connection is closed.');
    },
    disconnect: jest.fn(),
  };
  const queue = {
    clients: [client],
    close: async () => {
      const connected = client.connect();
      outcomes.push(await connected.then(() => 'no failure that nobody handles', String));
    },
  };
  return { queue, outcomes };
}

describe('CloseQueues', () => {
  it('leaves no failure to connect that nobody handles, where Redis goes away as the process ends', async () => {
    const { queue, outcomes } = closingQueue();
    const log = { error: jest.fn() };
    const moduleRef = { get: () => queue as unknown as Queue } as unknown as ModuleRef;
    new CloseQueues(moduleRef, log as unknown as Log).onModuleInit();
    await (queue as unknown as { onApplicationShutdown(): Promise<void> }).onApplicationShutdown();
    expect(outcomes).toEqual(['no failure that nobody handles']);
    expect(log.error).not.toHaveBeenCalled();
  });
});
