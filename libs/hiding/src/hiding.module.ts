import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { createDetector, Detector } from '@app/anonymization';
import { detectionConfig, type DetectionConfig } from '@app/config';
import { Metrics } from '@app/observability';
import { countDetections } from './count-detections';
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
