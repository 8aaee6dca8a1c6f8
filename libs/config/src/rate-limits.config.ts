import { registerAs, type ConfigType } from '@nestjs/config';
import { z } from 'zod';
import { RATE_LIMIT_KINDS, type RateLimitKind } from '@app/common';
import { ConfigError, parseSettings } from './parse-settings';
import { integer, oneOf, rate, type Rate } from './setting-types';

/**
 * The default rate limits of a user, an organization or an address, which stored limits override
 * (contract: Addresses and the envelope).
 */
export const rateLimitsConfig = registerAs('rateLimits', () => {
  const env = parseSettings({
    NODE_ENV: z.string().default('development'),
    RATE_LIMITS: oneOf(['on', 'off'], 'on'),
    RATE_LIMIT_CHAT: rate('60/1m'),
    RATE_LIMIT_ANONYMIZE: rate('120/1m'),
    RATE_LIMIT_UPLOADS: rate('30/1m'),
    RATE_LIMIT_IMAGES: rate('10/1m'),
    RATE_LIMIT_PREVIEWS: rate('60/1m'),
    RATE_LIMIT_EXPORTS: rate('2/1m'),
    RATE_LIMIT_JOBS: rate('600/1m'),
    RATE_LIMIT_RESTORE: rate('60/1m'),
    RATE_LIMIT_SCIM: rate('600/1m'),
    PROCESSOR_SECONDS: rate('60/1m'),
    RATE_LIMIT_LOGIN: rate('600/1m'),
    RATE_LIMIT_FAILED_LOGINS: rate('10/15m'),
    RATE_LIMIT_FAILED_LOGINS_ADDRESS: rate('100/15m'),
    RATE_LIMIT_USERS_PER_ADDRESS: integer(20, 1, 100_000),
    RATE_LIMIT_CEILING: rate('6000/1m'),
  });
  if (env.RATE_LIMITS === 'off' && env.NODE_ENV === 'production')
    throw new ConfigError('RATE_LIMITS: expected on in production');
  const usual: Readonly<Record<RateLimitKind, Rate>> = {
    chat: env.RATE_LIMIT_CHAT,
    anonymize: env.RATE_LIMIT_ANONYMIZE,
    uploads: env.RATE_LIMIT_UPLOADS,
    images: env.RATE_LIMIT_IMAGES,
    previews: env.RATE_LIMIT_PREVIEWS,
    exports: env.RATE_LIMIT_EXPORTS,
    jobs: env.RATE_LIMIT_JOBS,
    restore: env.RATE_LIMIT_RESTORE,
    scim: env.RATE_LIMIT_SCIM,
  };
  assertBelow(env.RATE_LIMIT_CEILING, usual);
  return {
    enabled: env.RATE_LIMITS === 'on',
    usual,
    /** The seconds of processor time that detection and confined processes may take for a user. */
    processor: env.PROCESSOR_SECONDS,
    /** Calls of one address to the login endpoints. */
    login: env.RATE_LIMIT_LOGIN,
    failedLogins: env.RATE_LIMIT_FAILED_LOGINS,
    failedLoginsOfAddress: env.RATE_LIMIT_FAILED_LOGINS_ADDRESS,
    usersPerAddress: env.RATE_LIMIT_USERS_PER_ADDRESS,
    /** The maximum for stored limits. */
    ceiling: env.RATE_LIMIT_CEILING,
  };
});
export type RateLimitsConfig = ConfigType<typeof rateLimitsConfig>;

function assertBelow(ceiling: Rate, usual: Readonly<Record<RateLimitKind, Rate>>): void {
  const perSecond = ({ points, seconds }: Rate): number => points / seconds;
  const above = RATE_LIMIT_KINDS.find((kind) => perSecond(usual[kind]) > perSecond(ceiling));
  if (above)
    throw new ConfigError(
      `RATE_LIMIT_${above.toUpperCase()}: expected no more than RATE_LIMIT_CEILING allows`,
    );
}
