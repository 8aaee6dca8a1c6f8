import { createDetector, type Detector } from '@app/anonymization';
import * as config from '@app/config';
import { createLanguageModel } from '@app/llm';
import { collectBundle, type Bundle } from './bundle';
import type { Check } from './check';
import { BackupCheck } from './checks/backup.check';
import { BlobsCheck } from './checks/blobs.check';
import { ClockCheck } from './checks/clock.check';
import { DiskCheck } from './checks/disk.check';
import { KeysCheck } from './checks/keys.check';
import { MigrationsCheck } from './checks/migrations.check';
import { EntityModelCheck } from './checks/entity-model.check';
import { PostgresCheck } from './checks/postgres.check';
import { PromptCheck } from './checks/prompt.check';
import { ProviderCheck } from './checks/provider.check';
import { RedisCheck } from './checks/redis.check';
import { SettingsCheck } from './checks/settings.check';
import { SpeechCheck } from './checks/speech.check';
import { VersionCheck } from './checks/version.check';
import { WebhookCheck } from './checks/webhook.check';
import { WorkersCheck } from './checks/workers.check';
import type { CheckReport } from './examine';
import { DatabaseParts } from './probes/database-parts';
import { probePostgres } from './probes/postgres-probe.store';
import { probeRedis } from './probes/redis-probe';

/** The checks of a running system, and the resources to close afterwards. */
export interface SystemChecks {
  /** In the order of their dependencies. */
  checks: readonly Check[];
  /** @param reports of these checks */
  bundle(reports: readonly CheckReport[]): Promise<Bundle>;
  close(): Promise<void>;
}

/** @param receiver an address that accepts webhooks; if absent, this process receives them */
export function systemChecks(receiver?: string): SystemChecks {
  const parts = new DatabaseParts();
  let made: Promise<Detector> | undefined;
  const detector = (): Promise<Detector> => (made ??= createDetector({ threads: 1 }));
  const checks = [
    new VersionCheck(),
    new SettingsCheck(NAMESPACES),
    new PostgresCheck(),
    new MigrationsCheck(parts),
    new KeysCheck(parts),
    new RedisCheck(),
    new WorkersCheck(parts),
    new BackupCheck(parts),
    new ClockCheck({
      PostgreSQL: async () => (await probePostgres(config.databaseConfig().url)).now,
      Redis: async () => (await probeRedis(config.redisConfig().url)).now,
    }),
    new BlobsCheck(parts),
    new DiskCheck(),
    new EntityModelCheck(detector),
    new SpeechCheck(),
    new ProviderCheck(),
    new PromptCheck(detector, () => createLanguageModel(config.llmConfig())),
    new WebhookCheck(receiver),
  ];
  return {
    checks,
    bundle: (reports) => collectBundle(reports, parts),
    close: async () => {
      await parts.close();
      await made?.then(
        (detector) => detector.close(),
        () => undefined, // It was never created, which a check has reported.
      );
    },
  };
}

const NAMESPACES: readonly (() => unknown)[] = [
  config.authConfig,
  config.backupStoreConfig,
  config.cryptoConfig,
  config.databaseConfig,
  config.detectionConfig,
  config.documentsConfig,
  config.httpConfig,
  config.imagesConfig,
  config.jobsConfig,
  config.llmConfig,
  config.pricesConfig,
  config.rateLimitsConfig,
  config.redisConfig,
  config.retentionConfig,
  config.runtimeConfig,
  config.singleSignOnConfig,
  config.storageConfig,
  config.transcriptionConfig,
  config.webhooksConfig,
];
