/** Webhooks: events that commit with the change that they report, are signed, delivered at least once, and stored. */
export { CheckWebhookUrl, PostWebhook } from './delivering/post-webhook';
export { DeliverySlots } from './delivering/delivery-slots';
export {
  ORGANIZATION_EVENTS,
  type OrganizationEvent,
  type OrganizationEventType,
} from './events/organization-event';
export { SendTestEvent } from './events/send-test-event';
export { OrganizationEvents } from './events/organization-events';
export { OrganizationWebhooks } from './events/organization-webhooks';
export type { OrganizationWebhook } from './events/organization-webhooks.store';
export { POLLED, PublishEvent, type WebhookEvent } from './publish-event';
export { ReadDelivery, type DeliveryReport, type DeliverySummary, type EventReport } from './read-delivery';
export { Redeliver } from './redeliver';
export { type ShownSecrets, SigningSecrets, signWebhook, verifyWebhook } from './signing';
export type { RedeliveryRange } from './store/deliveries.store';
export { StoredDeliveries } from './store/stored-deliveries.store';
export { SweepWebhooks } from './upkeep/sweep-webhooks';
export { WebhooksModule } from './webhooks.module';
export { restoredWebhooks } from './store/restored-webhooks.store';
