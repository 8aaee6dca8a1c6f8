import { baseOf } from '@app/common';
import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { isExample, refuseWeak } from './weak-secrets';
import { duration, networks, url } from './setting-types';

/** The image server, and the lifetime of links to images (contract: Image generation). */
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
  refuseWeak(env.NODE_ENV, 'IMAGE_API_KEY', isExample(env.IMAGE_API_KEY), 'the key that the server issued');
  return {
    /** If absent, no images can be generated. */
    baseUrl: env.IMAGE_BASE_URL && baseOf(env.IMAGE_BASE_URL),
    apiKey: env.IMAGE_API_KEY,
    /** If absent, the server chooses. */
    model: env.IMAGE_MODEL,
    timeoutMs: env.IMAGE_TIMEOUT,
    urlTtlMs: env.IMAGE_URL_TTL,
    /** CIDRs from which images may be fetched, in addition to public addresses and the server's own origin. */
    allowedNetworks: env.IMAGE_ALLOWED_NETWORKS,
  };
});
export type ImagesConfig = ConfigType<typeof imagesConfig>;
