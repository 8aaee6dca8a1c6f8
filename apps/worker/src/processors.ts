import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobSlots } from '@app/jobs';
import { QueueConsumer } from '@app/queue';
import { DeliverySlots } from '@app/webhooks';

// Keeps its queue entry active until no work waits. Other workers receive the next notifications meanwhile.

/** Processes the queue of each type of job with a runner in this worker. */
@Injectable()
export class JobProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly slots: JobSlots,
    private readonly consumer: QueueConsumer,
  ) {}

  /** Runs after the modules of the runners have opened their slots. */
  onApplicationBootstrap(): void {
    for (const type of this.slots.types) this.consumer.consume(type, () => this.slots.wake(type));
  }
}

@Injectable()
export class WebhookDeliveryProcessor implements OnApplicationBootstrap {
  constructor(
    private readonly slots: DeliverySlots,
    private readonly consumer: QueueConsumer,
  ) {}

  onApplicationBootstrap(): void {
    this.consumer.consume('webhook-delivery', () => this.slots.wake());
  }
}
