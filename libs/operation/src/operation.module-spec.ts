import { Log, Metrics } from '@app/observability';
import { startContext, type ServiceContext } from '@app/testing';
import { BackupTimes } from './backup-times';
import { Heartbeats } from './heartbeats';
import { OperatorSettings } from './operator-settings';
import { ServiceMode } from './service-mode';
import { ServiceStateStore } from './service-state.store';
import { OperatedModule } from './operation.module';
import { WorkersStore } from './workers.store';

describe('the state that all processes share', () => {
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([OperatedModule]);
  });
  beforeEach(() => context.db.query('TRUNCATE workers, service_state'));
  afterAll(() => context?.stop());

  const another = (): Heartbeats => new Heartbeats(context.get(WorkersStore));

  it('shows a worker from its first heartbeat until it stops', async () => {
    const heartbeats = context.get(Heartbeats);
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

  it('is followed: maintenance and its end, told to listeners once each', async () => {
    const mode = context.get(ServiceMode);
    const told: boolean[] = [];
    mode.onMaintenance((isOn) => void told.push(isOn));
    await context.get(OperatorSettings).beginMaintenance();
    await mode.follow();
    await mode.follow();
    expect(mode.inMaintenance).toBe(true);
    await context.get(OperatorSettings).endMaintenance();
    await mode.follow();
    expect(told).toEqual([false, true, false]);
    const { rows } = await context.db.query(`SELECT action, reason FROM audit_events ORDER BY id`);
    expect(rows).toEqual(['on', 'off'].map((reason) => ({ action: 'maintenance.set', reason })));
  });

  it('sets the level of the log for a time, and keeps the last state while PostgreSQL is away', async () => {
    const lines: { event: string }[] = [];
    const log = new Log(
      { logLevel: 'error' },
      { write: (line) => void lines.push(JSON.parse(line) as never) },
    );
    const clock = { now: () => new Date() };
    const mode = new ServiceMode(context.get(ServiceStateStore), clock, log);
    const isDebug = async (): Promise<boolean> => {
      await mode.follow();
      lines.length = 0;
      log.debug('request.started');
      return lines.length > 0;
    };
    expect(await isDebug()).toBe(false);
    await context.get(OperatorSettings).setLogLevel('debug', 5);
    expect(await isDebug()).toBe(true);
    await context.db.query('ALTER TABLE service_state RENAME TO away');
    expect(await isDebug()).toBe(true);
    await mode.follow();
    expect(lines.map(({ event }) => event)).toEqual(['request.started']);
    await context.db.query('ALTER TABLE away RENAME TO service_state');
    clock.now = () => new Date(Date.now() + 6 * 60_000);
    expect(await isDebug()).toBe(false);
  });

  it('exports when a backup last succeeded, and nothing before', async () => {
    const exported = async (): Promise<string | undefined> =>
      /^backup_last_success_timestamp_seconds (\S+)$/m.exec(
        await context.get(Metrics).registry.metrics(),
      )?.[1];
    expect(await exported()).toBeUndefined();
    const before = Date.now() / 1_000;
    await context.get(BackupTimes).noteSuccess();
    expect(Number(await exported())).toBeGreaterThanOrEqual(before);
    expect(await context.get(BackupTimes).lastSuccess()).toBeInstanceOf(Date);
  });
});
