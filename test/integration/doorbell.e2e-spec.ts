import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { ModuleRef } from '@nestjs/core';
import { newId } from '@app/common';
import { eventually, startContext, startRelay, type Relay, type ServiceContext } from '@app/testing';
import { Log } from '@app/observability';
import { Doorbell, type QueueEntries } from '@app/queue';

describe('Doorbell', () => {
  let relay: Relay;
  let context: ServiceContext;
  let doorbell: Doorbell;
  let queue: Queue<QueueEntries['anonymization']>;

  beforeAll(async () => {
    relay = await startRelay(process.env.TEST_REDIS_URL ?? '');
    context = await startContext([], { REDIS_URL: relay.url });
    queue = context.app.get(getQueueToken('anonymization'), { strict: false });
    await queue.isReady();
  });
  beforeEach(async () => {
    await queue.empty();
    // One of its own: what another test rang keeps a doorbell quiet for a while.
    doorbell = new Doorbell(context.app.get(ModuleRef), context.app.get(Log, { strict: false }));
  });
  afterAll(async () => {
    await context?.stop();
    await relay?.cut();
  });

  const waiting = async () => (await queue.getWaiting()).map(({ data }) => data);

  it('leaves an entry that carries an id and nothing else', async () => {
    const jobId = newId();
    doorbell.ring('anonymization', { jobId });
    await eventually(async () => expect(await waiting()).toEqual([{ jobId }]));
  });

  it('makes many rings at once into two: the first, and one for all that came after it', async () => {
    const ids = Array.from({ length: 50 }, newId);
    for (const jobId of ids) doorbell.ring('anonymization', { jobId });
    await eventually(async () => {
      const rung = (await waiting()).map(({ jobId }) => jobId).sort();
      expect(rung).toEqual([ids[0], ids[49]].sort());
    });
  });

  it('rings later where it is told to', async () => {
    const jobId = newId();
    doorbell.ringLater('anonymization', { jobId }, 3_600_000);
    await eventually(async () => {
      const [entry] = await queue.getDelayed();
      expect(entry).toMatchObject({ data: { jobId }, opts: { delay: 3_600_000 } });
    });
  });

  it('neither fails nor keeps anybody while Redis is away, and leaves nothing for later: the sweep rings', async () => {
    await relay.cut();
    await eventually(() => expect(queue.client.status).not.toBe('ready'));
    doorbell.ring('anonymization', { jobId: newId() });
    doorbell.ringLater('anonymization', { jobId: newId() }, 0);
    await relay.mend();
    await eventually(() => expect(queue.client.status).toBe('ready'));
    const jobId = newId();
    doorbell.ringLater('anonymization', { jobId }, 0);
    await eventually(async () => expect(await waiting()).toEqual([{ jobId }]));
  });
});
