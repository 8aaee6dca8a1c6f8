/** Webhooks: events that are published with what they tell of, signed, delivered at least once, and kept. */
export { CheckWebhookUrl } from './check-webhook-url';
export { DeliverySlots } from './delivery-slots';
export { EraseEvents } from './erase-events';
export { PendingDeliveries } from './pending-deliveries';
export { PublishEvent } from './publish-event';
export type { WebhookEvent } from './publish-event';
export { ReadDelivery } from './read-delivery';
export type { DeliveryReport } from './read-delivery';
export { Redeliver } from './redeliver';
export { RedeliverRange } from './redeliver-range';
export type { RedeliveryRange } from './redeliver-range';
export { SigningSecrets } from './signing-secrets';
export type { ShownSecrets } from './signing-secrets';
export { verifyWebhook } from './verify-webhook';
export { WebhooksModule } from './webhooks.module';
