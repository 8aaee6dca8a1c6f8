/** Typed, validated settings, one namespace for each concern. Only this lib reads the process environment. */
import './telemetry-off';

export { authConfig, type AuthConfig } from './auth.config';
export { backupStoreConfig, type BackupStoreConfig } from './backup-store.config';
export { ConfigError, knownSettings } from './parse-settings';
export { cryptoConfig, type CryptoConfig } from './crypto.config';
export { databaseConfig, type DatabaseConfig } from './database.config';
export { detectionConfig, type DetectionConfig } from './detection.config';
export { documentsConfig, type DocumentsConfig } from './documents.config';
export { httpConfig, type HttpConfig } from './http.config';
export { imagesConfig, type ImagesConfig } from './images.config';
export { jobsConfig, type JobsConfig } from './jobs.config';
export { llmConfig, type LlmConfig } from './llm.config';
export { mcpConfig, type McpConfig, type McpServerSettings, type RestoredArgument } from './mcp.config';
export type { NamedKey } from './named-keys';
export { pricesConfig, type Price, type Prices, type PricesConfig } from './prices.config';
export { PROTOCOLS, type ProviderModel, type ProviderSettings } from './providers';
export { rateLimitsConfig, type RateLimitsConfig } from './rate-limits.config';
export { isLoopback, parseRate, type Rate } from './setting-types';
export { redisConfig, type RedisConfig } from './redis.config';
export { retentionConfig, type RetentionConfig } from './retention.config';
export { runtimeConfig, type RuntimeConfig } from './runtime.config';
export { singleSignOnConfig, type ProviderConfig, type SingleSignOnConfig } from './single-sign-on.config';
export { storageConfig, type StorageConfig } from './storage.config';
export { tracingConfig, type TracingConfig } from './tracing.config';
export { transcriptionConfig, type TranscriptionConfig } from './transcription.config';
export { webhooksConfig, type WebhooksConfig } from './webhooks.config';
export { shownSettings } from './shown-settings';
