import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { duration, url } from './setting-types';

/** The image server, and how long links to images are good for (contract 8). */
export const imagesConfig = registerAs('images', () => {
  const env = parseSettings({
    IMAGE_BASE_URL: url('http', 'https').optional(),
    IMAGE_API_KEY: z.string().optional(),
    IMAGE_MODEL: z.string().optional(),
    IMAGE_TIMEOUT: duration('120s'),
    IMAGE_URL_TTL: duration('24h'),
  });
  return {
    /** Not set: no images can be made. */
    baseUrl: env.IMAGE_BASE_URL?.replace(/\/+$/, ''),
    apiKey: env.IMAGE_API_KEY,
    /** Not set: the server's own choice. */
    model: env.IMAGE_MODEL,
    timeoutMs: env.IMAGE_TIMEOUT,
    urlTtlMs: env.IMAGE_URL_TTL,
  };
});
export type ImagesConfig = ConfigType<typeof imagesConfig>;
