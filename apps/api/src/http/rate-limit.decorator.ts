import { SetMetadata } from '@nestjs/common';
import type { RateLimitKind } from '@app/config';

export const RATE_LIMIT = 'http:rate-limit';

/** What a route counts as: a kind is its caller's or its caller's organization's, `login` its network address's alone. */
export type CountedAs = RateLimitKind | 'login';

/** Routes of one kind share one count. */
export const RateLimit = (kind: CountedAs) => SetMetadata(RATE_LIMIT, kind);
