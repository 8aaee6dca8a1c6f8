import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { JobSlots } from '@app/jobs';
import { DeliverySlots } from '@app/webhooks';

/** Before connections are closed: no new work, and what runs is finished or given back (contract: Running it). */
@Injectable()
export class StopWork implements BeforeApplicationShutdown {
  constructor(
    private readonly jobs: JobSlots,
    private readonly deliveries: DeliverySlots,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.jobs.stop(), this.deliveries.stop()]);
  }
}
