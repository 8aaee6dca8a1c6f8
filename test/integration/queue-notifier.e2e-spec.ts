import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { ModuleRef } from '@nestjs/core';
import { eventually, startContext, startRelay, type Relay, type ServiceContext } from '@app/testing';
import { Log } from '@app/observability';
import { QueueModule, QueueNotifier } from '@app/queue';

describe('QueueNotifier', () => {
  let relay: Relay;
  let context: ServiceContext;
  let notifier: QueueNotifier;
  let queue: Queue;

  beforeAll(async () => {
    relay = await startRelay(process.env.TEST_REDIS_URL ?? '');
    context = await startContext([QueueModule], { REDIS_URL: relay.url });
    queue = context.app.get(getQueueToken('anonymization'), { strict: false });
    await queue.isReady();
  });
  beforeEach(async () => {
    await queue.empty();
    // A new notifier for each test, since a notifier omits notifications for a while after one.
    notifier = new QueueNotifier(context.app.get(ModuleRef), context.app.get(Log, { strict: false }));
  });
  afterAll(async () => {
    await context?.stop();
    await relay?.cut();
  });

  const waiting = async () => (await queue.getWaiting()).map(({ data }) => data);

  it('adds a queue entry without data', async () => {
    notifier.notify('anonymization');
    await eventually(async () => expect(await waiting()).toEqual([{}]));
  });

  it('combines many concurrent notifications into two: the first, and one for all later ones', async () => {
    for (let i = 0; i < 50; i += 1) notifier.notify('anonymization');
    await eventually(async () => expect(await waiting()).toHaveLength(2));
  });

  it('notifies after a delay if requested', async () => {
    notifier.notifyLater('anonymization', 3_600_000);
    await eventually(async () => {
      const [entry] = await queue.getDelayed();
      expect(entry).toMatchObject({ data: {}, opts: { delay: 3_600_000 } });
    });
  });

  it('neither fails nor blocks its caller without Redis, and queues nothing for later, since the sweep notifies', async () => {
    await relay.cut();
    await eventually(() => expect(queue.client.status).not.toBe('ready'));
    notifier.notify('anonymization');
    notifier.notifyLater('anonymization', 0);
    await relay.repair();
    await eventually(() => expect(queue.client.status).toBe('ready'));
    notifier.notifyLater('anonymization', 0);
    await eventually(async () => expect(await waiting()).toEqual([{}]));
  });
});
