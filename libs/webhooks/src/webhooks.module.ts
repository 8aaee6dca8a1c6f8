import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { AddressRules, DnsResolver, NameResolver, PinnedClient } from '@app/ssrf-guard';
import { CheckWebhookUrl } from './check-webhook-url';
import { ClaimDeliveries } from './claim-deliveries';
import { DeliverWebhook } from './deliver-webhook';
import { DeliverySlots } from './delivery-slots';
import { EraseEvents } from './erase-events';
import { PendingDeliveries } from './pending-deliveries';
import { PostWebhook } from './post-webhook';
import { PublishEvent } from './publish-event';
import { ReadDelivery } from './read-delivery';
import { Redeliver } from './redeliver';
import { RedeliverRange } from './redeliver-range';
import { SettleDelivery } from './settle-delivery';
import { SigningSecret } from './signing-secret.entity';
import { SigningSecrets } from './signing-secrets';
import { WebhookAttempt } from './webhook-attempt.entity';
import { WebhookDelivery } from './webhook-delivery.entity';
import { WebhookHost } from './webhook-host.entity';

const useCases = [
  CheckWebhookUrl,
  DeliverySlots,
  EraseEvents,
  PendingDeliveries,
  PublishEvent,
  ReadDelivery,
  Redeliver,
  RedeliverRange,
  SigningSecrets,
];

@Module({
  imports: [
    ConfigModule.forFeature(webhooksConfig),
    TypeOrmModule.forFeature([SigningSecret, WebhookAttempt, WebhookDelivery, WebhookHost]),
  ],
  providers: [
    ...useCases,
    ClaimDeliveries,
    DeliverWebhook,
    PostWebhook,
    SettleDelivery,
    { provide: NameResolver, useClass: DnsResolver },
    {
      provide: AddressRules,
      inject: [webhooksConfig.KEY],
      useFactory: ({ allowedNetworks }: WebhooksConfig) => new AddressRules(allowedNetworks),
    },
    {
      provide: PinnedClient,
      inject: [webhooksConfig.KEY],
      useFactory: ({ ca }: WebhooksConfig) => new PinnedClient(ca),
    },
  ],
  exports: useCases,
})
export class WebhooksModule implements OnApplicationShutdown {
  constructor(private readonly client: PinnedClient) {}

  onApplicationShutdown(): void {
    this.client.close();
  }
}
