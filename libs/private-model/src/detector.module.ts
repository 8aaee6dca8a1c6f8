import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { createDetector, Detector } from '@app/anonymization';

/** The one detector of a process: made before it serves anything, closed when it stops. */
@Global()
@Module({
  providers: [{ provide: Detector, useFactory: () => createDetector() }],
  exports: [Detector],
})
export class DetectorModule implements OnApplicationShutdown {
  constructor(private readonly detector: Detector) {}

  async onApplicationShutdown(): Promise<void> {
    await this.detector.close();
  }
}
