import type { RateLimitKind } from '@app/config';

/** The limits of one user or organization, each as settings write it (`300/1m`); a kind that is not there has none of its own. */
export type StoredLimits = Readonly<Partial<Record<RateLimitKind, string>>>;

/** Whose limits may count for a caller. */
export interface CallerLimits {
  user: StoredLimits;
  organization: StoredLimits;
}

/** What an organization's people share, rather than having one each. */
export const SHARED_KINDS: readonly RateLimitKind[] = ['jobs'];
