import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { jobsConfig, webhooksConfig, type WebhooksConfig } from '@app/config';
import { QueueModule } from '@app/queue';
import { AddressRules, DnsResolver, NameResolver, PinnedClient } from '@app/ssrf-guard';
import { CheckWebhookUrl, PostWebhook } from './delivering/post-webhook';
import { DeliverWebhook } from './delivering/deliver-webhook';
import { DeliverySlots } from './delivering/delivery-slots';
import { OrganizationEvents } from './events/organization-events';
import { OrganizationWebhookRow } from './events/organization-webhook.entity';
import { OrganizationWebhooks } from './events/organization-webhooks';
import { OrganizationWebhooksStore } from './events/organization-webhooks.store';
import { SendTestEvent } from './events/send-test-event';
import { PublishEvent } from './publish-event';
import { ReadDelivery } from './read-delivery';
import { Redeliver } from './redeliver';
import { SigningSecrets } from './signing';
import { DeliveriesStore } from './store/deliveries.store';
import { StoredDeliveries } from './store/stored-deliveries.store';
import { SigningSecretsStore } from './store/signing-secrets.store';
import { AttemptRow, DeliveryRow, HostRow, SigningSecretRow } from './store/webhooks.entities';
import { PendingMetrics } from './upkeep/pending-metrics';
import { SweepWebhooks } from './upkeep/sweep-webhooks';

const forCallers = [
  CheckWebhookUrl,
  DeliverySlots,
  StoredDeliveries,
  OrganizationEvents,
  OrganizationWebhooks,
  PublishEvent,
  ReadDelivery,
  Redeliver,
  SendTestEvent,
  SigningSecrets,
  SweepWebhooks,
];

@Module({
  imports: [
    ConfigModule.forFeature(jobsConfig),
    ConfigModule.forFeature(webhooksConfig),
    TypeOrmModule.forFeature([AttemptRow, DeliveryRow, HostRow, OrganizationWebhookRow, SigningSecretRow]),
    QueueModule,
  ],
  providers: [
    ...forCallers,
    DeliveriesStore,
    DeliverWebhook,
    OrganizationWebhooksStore,
    PendingMetrics,
    PostWebhook,
    SigningSecretsStore,
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
  exports: forCallers,
})
export class WebhooksModule implements OnApplicationShutdown {
  constructor(private readonly client: PinnedClient) {}

  onApplicationShutdown(): void {
    this.client.close();
  }
}
