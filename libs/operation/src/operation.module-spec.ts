import { Metrics } from '@app/observability';
import { startContext, type ServiceContext } from '@app/testing';
import { BackupTimes } from './backup-times';
import { Heartbeats } from './heartbeats';
import { OperationMetricsModule, OperationModule } from './operation.module';
import { WorkersStore } from './workers.store';

describe('the state that all processes share', () => {
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([OperationModule, OperationMetricsModule]);
  });
  beforeEach(() => context.db.query('TRUNCATE workers, service_state'));
  afterAll(() => context?.stop());

  const part = <T>(type: abstract new (...args: never[]) => T): T =>
    context.app.get<T>(type, { strict: false });
  const another = (): Heartbeats => new Heartbeats(part(WorkersStore));

  it('shows a worker from its first heartbeat until it stops', async () => {
    const heartbeats = part(Heartbeats);
    await heartbeats.beat(['transcription', 'webhook-delivery']);
    await heartbeats.beat(['transcription', 'webhook-delivery']);
    expect(await another().workers()).toEqual([
      expect.objectContaining({ queues: ['transcription', 'webhook-delivery'], seenS: expect.any(Number) }),
    ]);
    await heartbeats.end();
    expect(await heartbeats.workers()).toEqual([]);
  });

  it('counts a worker as gone after a minute without a heartbeat, and forgets it after an hour', async () => {
    await another().beat(['anonymization']);
    await context.db.query(`UPDATE workers SET seen_at = now() - interval '61 seconds'`);
    expect(await another().workers()).toEqual([]);
    await context.db.query(`UPDATE workers SET seen_at = now() - interval '61 minutes'`);
    await another().beat(['transcription']);
    expect((await context.db.query('SELECT queues FROM workers')).rows).toEqual([
      { queues: ['transcription'] },
    ]);
  });

  it('exports when a backup last succeeded, and nothing before', async () => {
    const exported = async (): Promise<string | undefined> =>
      /^backup_last_success_timestamp_seconds (\S+)$/m.exec(await part(Metrics).registry.metrics())?.[1];
    expect(await exported()).toBeUndefined();
    const before = Date.now() / 1_000;
    await part(BackupTimes).noteSuccess();
    expect(Number(await exported())).toBeGreaterThanOrEqual(before);
    expect(await part(BackupTimes).lastSuccess()).toBeInstanceOf(Date);
  });
});
