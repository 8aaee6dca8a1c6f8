export {
  PrivacyChat,
  type ChatEvent,
  type PrivacyChatOptions,
  type ReplacementSource,
  type Schemas,
} from './client.ts';
export { PrivacyChatError, type FieldError } from './errors.ts';
export type { components, operations, paths } from './schema.ts';
export { verifyWebhook, WebhookVerificationError, type Webhook, type WebhookHeaders } from './webhooks.ts';
