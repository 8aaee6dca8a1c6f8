import { SetMetadata } from '@nestjs/common';
import type { Owner } from '@app/common';

export const RATE_LIMIT = 'http:rate-limit';

/** Requests a minute, and who shares them (contract 1, default limits). */
export const RATE_LIMITS = {
  chat: { perMinute: 60, per: 'userId' },
  anonymize: { perMinute: 120, per: 'userId' },
  uploads: { perMinute: 30, per: 'userId' },
  images: { perMinute: 10, per: 'userId' },
  exports: { perMinute: 2, per: 'userId' },
  jobs: { perMinute: 600, per: 'organizationId' },
} as const satisfies Record<string, { perMinute: number; per: keyof Owner }>;
/** From one address so many users' worth of requests are taken: a company's people share one. */
export const USERS_PER_ADDRESS = 20;

export type RateLimitKind = keyof typeof RATE_LIMITS;

/** Routes of one kind share one count. */
export const RateLimit = (kind: RateLimitKind) => SetMetadata(RATE_LIMIT, kind);
