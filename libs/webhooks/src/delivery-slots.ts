import { Inject, Injectable } from '@nestjs/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { Log } from '@app/observability';
import { Doorbell, Slots } from '@app/queue';
import { ClaimDeliveries, type ClaimedDelivery } from './claim-deliveries';
import { DeliverWebhook } from './deliver-webhook';

/** The places in which this process delivers webhooks. */
@Injectable()
export class DeliverySlots {
  private readonly slots: Slots<ClaimedDelivery>;

  constructor(
    @Inject(webhooksConfig.KEY) { concurrency }: WebhooksConfig,
    claims: ClaimDeliveries,
    deliver: DeliverWebhook,
    doorbell: Doorbell,
    log: Log,
  ) {
    this.slots = new Slots({
      size: concurrency,
      claim: (free) => claims.execute(free),
      run: (delivery) => deliver.execute(delivery),
      onMore: ({ id }) => doorbell.ring('webhook-delivery', { deliveryId: id }),
      freesMore: ({ last }) => last,
      onError: (error) => log.error('webhook.delivery', error),
    });
  }

  /** Delivers what is due, until nothing more is. */
  ring(): Promise<void> {
    return this.slots.ring();
  }

  /** No new attempts; resolves when those under way have ended, which takes at most WEBHOOK_TIMEOUT. */
  stop(): Promise<void> {
    return this.slots.stop();
  }
}
