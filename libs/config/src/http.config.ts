import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { parseSettings } from './parse-settings';
import { duration, integer, list, oneOf, size, url } from './setting-types';

const basePath = (fallback: string) =>
  z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, 'expected a path such as /ai/v1')
    .default(fallback);

/** The port and the prefixes of the api, and its limits for concurrent work. */
export const httpConfig = registerAs('http', () => {
  const env = parseSettings({
    PORT: integer(3000, 0, 65_535),
    PUBLIC_BASE_URL: url('http', 'https').optional(),
    ADMIN_BASE_PATH: basePath('/admin/v1'),
    AI_BASE_PATH: basePath('/ai/v1'),
    IDM_BASE_PATH: basePath('/idm/v1'),
    TRUST_PROXY: list(),
    CONSOLE: oneOf(['on', 'off'], 'on'),
    CORS_ORIGINS: list(),
    CLIENT_TIMEOUT: duration('30s'),
    MAX_PROMPT_BYTES: size('256KiB'),
    MAX_BODIES_AT_ONCE: size('256MiB'),
    MAX_USER_BODIES_AT_ONCE: size('64MiB'),
  });
  return {
    port: env.PORT,
    publicBaseUrl: env.PUBLIC_BASE_URL ?? `http://localhost:${env.PORT}`,
    adminBasePath: env.ADMIN_BASE_PATH,
    aiBasePath: env.AI_BASE_PATH,
    idmBasePath: env.IDM_BASE_PATH,
    /** Whether the console is served at `/`. */
    console: env.CONSOLE === 'on',
    /** Addresses or networks of proxies with a trusted `X-Forwarded-For`. */
    trustProxy: env.TRUST_PROXY,
    /** Origins of pages that may call. If empty, browsers allow no page of another origin to call. */
    corsOrigins: env.CORS_ORIGINS,
    /** The timeout for a client's request head, and for pauses in a body or an answer. */
    clientTimeoutMs: env.CLIENT_TIMEOUT,
    maxPromptBytes: env.MAX_PROMPT_BYTES,
    /** The limit in bytes for all bodies that one process works on, and for those of one user. */
    maxBodiesAtOnce: env.MAX_BODIES_AT_ONCE,
    maxUserBodiesAtOnce: env.MAX_USER_BODIES_AT_ONCE,
  };
});
export type HttpConfig = ConfigType<typeof httpConfig>;
