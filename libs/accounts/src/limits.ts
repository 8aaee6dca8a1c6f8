import type { AuditEvent } from '@app/audit';
import { invalid, SHARED_KINDS, type RateLimitKind } from '@app/common';
import { parseRate, type Rate, type RateLimitsConfig } from '@app/config';

/**
 * The limits of a user or organization, in the format of the settings (`300/1m`). An absent kind has no limit of its
 * own.
 */
export type StoredLimits = Readonly<Partial<Record<RateLimitKind, string>>>;

/** All limits that may apply to a caller. */
export interface CallerLimits {
  /** The limits of the calling key, if there is one. */
  key?: StoredLimits;
  user: StoredLimits;
  /** The limits of each group of the user. */
  groups: readonly StoredLimits[];
  /** The default limits of the organization's users. */
  organization: StoredLimits;
  /** The limits that all users share. */
  total: StoredLimits;
}

/**
 * Returns a caller's limit: the first that is set of the user's, the highest of the user's groups, the organization's
 * and the setting, but at most the operator's ceiling (contract: Limits). Users and groups cannot have their own value
 * of a limit that the organization shares.
 */
export function rateFor(
  kind: RateLimitKind,
  { user, groups, organization }: Pick<CallerLimits, 'user' | 'groups' | 'organization'>,
  { usual, ceiling }: Pick<RateLimitsConfig, 'usual' | 'ceiling'>,
): Rate {
  const own = SHARED_KINDS.includes(kind) ? undefined : (stored(user, kind) ?? highest(groups, kind));
  return atMost(ceiling, own ?? stored(organization, kind) ?? usual[kind]);
}

/** Returns a key's own limit, in addition to its owner's; undefined if it has none. */
export function rateOfKey(
  kind: RateLimitKind,
  { key }: Pick<CallerLimits, 'key'>,
  { ceiling }: Pick<RateLimitsConfig, 'ceiling'>,
): Rate | undefined {
  const own = key && stored(key, kind);
  return own && atMost(ceiling, own);
}

/** Returns the limit that all users of an organization share; undefined if it has none. */
export const totalRate = (kind: RateLimitKind, { total }: Pick<CallerLimits, 'total'>): Rate | undefined =>
  stored(total, kind);

const highest = (groups: readonly StoredLimits[], kind: RateLimitKind): Rate | undefined =>
  groups
    .flatMap((limits) => stored(limits, kind) ?? [])
    .reduce<Rate | undefined>(
      (most, rate) => (most && perSecond(most) >= perSecond(rate) ? most : rate),
      undefined,
    );

const atMost = (ceiling: Rate, rate: Rate): Rate => (perSecond(rate) > perSecond(ceiling) ? ceiling : rate);

/** Parses a stored limit. A limit that a later version stored in another format counts as not set. */
function stored(limits: StoredLimits, kind: RateLimitKind): Rate | undefined {
  const written = Object.hasOwn(limits, kind) ? limits[kind] : undefined;
  return typeof written === 'string' ? parseRate(written) : undefined;
}

const perSecond = ({ points, seconds }: Rate): number => points / seconds;

/** New limits by kind, in the format of the settings (`300/1m`). Null removes a limit; absent kinds stay unchanged. */
export type LimitChanges = Readonly<Partial<Record<RateLimitKind, string | null>>>;

/**
 * @param field the request field of the changes
 * @throws AppError `bad_request` for an invalid rate
 */
export function withLimits(limits: StoredLimits, changes: LimitChanges, field = 'limits'): StoredLimits {
  for (const [kind, rate] of Object.entries(changes))
    if (rate !== null && !parseRate(rate))
      throw invalid(`${field}.${kind}`, 'must be a number of requests per period, such as 300/1m');
  return Object.fromEntries(Object.entries({ ...limits, ...changes }).filter(([, rate]) => rate !== null));
}

/**
 * Returns the audit events of limit changes.
 *
 * @param of empty for each user's limits, `_total` for those that all users of an organization share
 */
export const limitEvents = (changes: LimitChanges, of: '' | '_total' = ''): AuditEvent[] =>
  Object.entries(changes).map(([kind, rate]) => {
    const parsed = rate === null ? undefined : parseRate(rate);
    return {
      action: parsed ? `limit.set${of}` : `limit.reset${of}`,
      reason: kind as RateLimitKind,
      ...(parsed && { counts: { points: parsed.points, seconds: parsed.seconds } }),
    };
  });
