import { StageTimes } from '@app/common';
import { Metrics } from './metrics';

describe('metrics', () => {
  it('that cannot be read are left out of a scrape, and counted; the others stay', async () => {
    const metrics = new Metrics();
    let isAway = false;
    const read = async (): Promise<number> => {
      if (isAway) throw new Error('database away');
      return 7;
    };
    metrics.gauge('waiting', 'How much waits', ['type'], async (gauge) =>
      gauge.set({ type: 'letters' }, await read()),
    );
    metrics.gauge('oldest_seconds', 'For how long', [], async (gauge) => gauge.set(await read()));
    metrics.gauge('workers', 'Known without the database', [], (gauge) => gauge.set(3));
    expect(await metrics.registry.metrics()).toMatch(/^waiting\{type="letters"\} 7$/m);

    isAway = true;
    await metrics.registry.metrics();
    const shown = await metrics.registry.metrics();
    expect(shown).toMatch(/^workers 3$/m);
    expect(shown).not.toMatch(/^(waiting|oldest_seconds)[ {]/m);
    expect(shown).toMatch(/^metrics_unread_total\{metric="waiting"\} [12]$/m);

    isAway = false;
    expect(await metrics.registry.metrics()).toMatch(/^oldest_seconds 7$/m);
  });

  it('report the duration of each stage of a request or job', async () => {
    const metrics = new Metrics();
    const times = new StageTimes();
    times.begin('detect');
    times.end('detect');
    metrics.observeStages('job/anonymization', times);
    const shown = await metrics.registry.getSingleMetricAsString('stage_duration_seconds');
    expect(shown).toMatch(/_count\{route="job\/anonymization",stage="detect"\} 1$/m);
    expect(shown).not.toContain('provider');
  });

  it('report the size and the limit of the heap', async () => {
    const shown = await new Metrics().registry.metrics();
    expect(shown).toMatch(/^nodejs_heap_size_used_bytes \d/m);
    expect(shown).toMatch(/^nodejs_heap_size_limit_bytes \d/m);
  });
});
