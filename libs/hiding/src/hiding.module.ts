import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { createDetector, type Detection, Detector } from '@app/anonymization';
import { detectionConfig, type DetectionConfig } from '@app/config';
import { Metrics } from '@app/observability';
import { HideTexts } from './hide-texts';

/** Hides texts with the one detector of a process. It is created before the start and closed at the shutdown. */
@Module({
  imports: [ConfigModule.forFeature(detectionConfig)],
  providers: [
    {
      provide: Detector,
      inject: [detectionConfig.KEY, Metrics],
      useFactory: ({ threads }: DetectionConfig, metrics: Metrics) =>
        createDetector({ threads, onDetection: countDetections(metrics) }),
    },
    HideTexts,
  ],
  exports: [HideTexts],
})
export class HidingModule implements OnApplicationShutdown {
  constructor(private readonly detector: Detector) {}

  async onApplicationShutdown(): Promise<void> {
    await this.detector.close();
  }
}

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
