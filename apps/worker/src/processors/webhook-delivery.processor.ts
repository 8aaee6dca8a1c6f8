import { Process, Processor } from '@nestjs/bull';
import { DeliverySlots } from '@app/webhooks';

@Processor('webhook-delivery')
export class WebhookDeliveryProcessor {
  constructor(private readonly slots: DeliverySlots) {}

  /** Holds the entry until nothing is due: meanwhile other workers hear the next rings. */
  @Process()
  async answer(): Promise<void> {
    await this.slots.ring();
  }
}
