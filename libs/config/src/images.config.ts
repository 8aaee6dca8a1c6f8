import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { duration, networks, url } from './setting-types';

/** The image server, and how long links to images are good for (contract: Image generation). */
export const imagesConfig = registerAs('images', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    IMAGE_BASE_URL: url('http', 'https').optional(),
    IMAGE_API_KEY: z.string().optional(),
    IMAGE_MODEL: z.string().optional(),
    IMAGE_TIMEOUT: duration('120s'),
    IMAGE_URL_TTL: duration('24h'),
    IMAGE_ALLOWED_NETWORKS: networks(),
  });
  refuseWeak(env.NODE_ENV, 'IMAGE_API_KEY', isExample(env.IMAGE_API_KEY), 'the key that the server gave out');
  return {
    /** Not set: no images can be made. */
    baseUrl: env.IMAGE_BASE_URL?.replace(/\/+$/, ''),
    apiKey: env.IMAGE_API_KEY,
    /** Not set: the server's own choice. */
    model: env.IMAGE_MODEL,
    timeoutMs: env.IMAGE_TIMEOUT,
    urlTtlMs: env.IMAGE_URL_TTL,
    /** CIDRs from which images may be fetched, beside the public addresses and the server's own origin. */
    allowedNetworks: env.IMAGE_ALLOWED_NETWORKS,
  };
});
export type ImagesConfig = ConfigType<typeof imagesConfig>;
