import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { duration, integer, ocrLanguages, size } from './setting-types';

/** Limits for the size and the reading of documents, and the retention of unused ones (contract: Upload). */
export const documentsConfig = registerAs('documents', () => {
  const env = parseSettings({
    MAX_UPLOAD_BYTES: size('25MiB'),
    UNATTACHED_DOCUMENT_TTL: duration('24h'),
    DOCUMENT_CONCURRENCY: integer(2, 1, 64),
    DOCUMENT_TIMEOUT: duration('30s'),
    DOCUMENT_MEMORY: size('512MiB'),
    FILE_TIMEOUT: duration('2m'),
    FILE_PAGE_TIMEOUT: duration('5s'),
    OCR: ocrLanguages('de,en'),
    OCR_MIN_CONFIDENCE: integer(60, 0, 100),
  });
  return {
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    unattachedTtlMs: env.UNATTACHED_DOCUMENT_TTL,
    /** The number of documents that one api process reads at the same time, each in a separate process. */
    concurrency: env.DOCUMENT_CONCURRENCY,
    timeoutMs: env.DOCUMENT_TIMEOUT,
    /** The memory limit for reading one document. */
    memoryBytes: env.DOCUMENT_MEMORY,
    /** The time limit of one step (reading, writing, checking) of a file that comes back. */
    fileTimeoutMs: env.FILE_TIMEOUT,
    /** By how much each page or picture that OCR reads extends that limit. */
    filePageTimeoutMs: env.FILE_PAGE_TIMEOUT,
    /** How pictures are read; undefined if they are not. Languages are codes of ISO 639-1. */
    ocr: env.OCR && { languages: env.OCR, minConfidence: env.OCR_MIN_CONFIDENCE },
  };
});
export type DocumentsConfig = ConfigType<typeof documentsConfig>;
