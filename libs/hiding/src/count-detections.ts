import type { Detection } from '@app/anonymization';
import type { Metrics } from '@app/observability';

/** Counts the time and the amount of text that detection searches, and the texts with results from earlier searches. */
export function countDetections(metrics: Metrics): (detection: Detection) => void {
  const seconds = metrics.counter('detection_seconds_total', 'Time in which texts were searched');
  const length = metrics.counter(
    'detection_characters_total',
    'Length of the texts that were searched, in UTF-16 code units',
  );
  const texts = metrics.counter(
    'detection_texts_total',
    'Texts in detection requests: searched, or known from an earlier search',
    ['source'],
  );
  const failures = metrics.counter(
    'detection_failures_total',
    'Detections that failed, so that nothing was sent',
  );
  return (detection) => {
    texts.inc({ source: 'known' }, detection.known);
    if (detection.outcome === 'failed') failures.inc();
    if (detection.outcome !== 'found') return;
    texts.inc({ source: 'searched' }, detection.searched);
    seconds.inc(detection.ms / 1000);
    length.inc(detection.length);
  };
}
