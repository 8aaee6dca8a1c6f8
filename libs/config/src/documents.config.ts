import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { duration, integer, size } from './setting-types';

/** How large documents may be, what reading one may cost, and when an unused one is deleted (contract: Upload). */
export const documentsConfig = registerAs('documents', () => {
  const env = parseSettings({
    MAX_UPLOAD_BYTES: size('25MiB'),
    UNATTACHED_DOCUMENT_TTL: duration('24h'),
    DOCUMENT_CONCURRENCY: integer(2, 1, 64),
    DOCUMENT_TIMEOUT: duration('30s'),
    DOCUMENT_MEMORY: size('512MiB'),
  });
  return {
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    unattachedTtlMs: env.UNATTACHED_DOCUMENT_TTL,
    /** Documents that one api process reads at once, each in a process of its own. */
    concurrency: env.DOCUMENT_CONCURRENCY,
    timeoutMs: env.DOCUMENT_TIMEOUT,
    /** The most that reading one document may take. */
    memoryBytes: env.DOCUMENT_MEMORY,
  };
});
export type DocumentsConfig = ConfigType<typeof documentsConfig>;
