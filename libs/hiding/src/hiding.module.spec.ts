import { Metrics } from '@app/observability';
import { countDetections } from './hiding.module';

describe('detections', () => {
  it('are counted as searched or known texts, or as a failure', async () => {
    const metrics = new Metrics();
    const told = countDetections(metrics);
    told({ known: 3, searched: 2, length: 2_048, ms: 500, outcome: 'found' });
    told({ known: 1, searched: 4, length: 9_000, ms: 60_000, outcome: 'failed' });
    told({ known: 0, searched: 4, length: 9_000, ms: 20, outcome: 'abandoned' });
    const shown = await metrics.registry.metrics();
    for (const line of [
      'detection_seconds_total 0.5',
      'detection_characters_total 2048',
      'detection_texts_total{source="searched"} 2',
      'detection_texts_total{source="known"} 4',
      'detection_failures_total 1',
    ])
      expect(shown.split('\n')).toContain(line);
  });
});
