import type { AuditEvent } from '@app/audit';
import { invalid, SHARED_KINDS, type RateLimitKind } from '@app/common';
import { parseRate, type Rate, type RateLimitsConfig } from '@app/config';

/** The limits of one user or organization, each as settings write it (`300/1m`); a kind that is not there has none of its own. */
export type StoredLimits = Readonly<Partial<Record<RateLimitKind, string>>>;

/** Whose limits may count for a caller. */
export interface CallerLimits {
  /** Of the key that calls, where it is one. */
  key?: StoredLimits;
  user: StoredLimits;
  /** Of each group that the user is in. */
  groups: readonly StoredLimits[];
  /** What each of the organization's people has by default. */
  organization: StoredLimits;
  /** What all of them have together. */
  total: StoredLimits;
}

/**
 * How often a caller may do something: the first that is set of user, the highest of the user's groups, organization
 * and setting, and never more than the operator's ceiling (contract: Limits). What all of an organization share is not
 * the user's or a group's to have.
 */
export function rateFor(
  kind: RateLimitKind,
  { user, groups, organization }: Pick<CallerLimits, 'user' | 'groups' | 'organization'>,
  { usual, ceiling }: Pick<RateLimitsConfig, 'usual' | 'ceiling'>,
): Rate {
  const own = SHARED_KINDS.includes(kind) ? undefined : (stored(user, kind) ?? highest(groups, kind));
  return atMost(ceiling, own ?? stored(organization, kind) ?? usual[kind]);
}

/** What a key may do by itself, beside counting as its owner; undefined where it has no limit of its own. */
export function rateOfKey(
  kind: RateLimitKind,
  { key }: Pick<CallerLimits, 'key'>,
  { ceiling }: Pick<RateLimitsConfig, 'ceiling'>,
): Rate | undefined {
  const own = key && stored(key, kind);
  return own && atMost(ceiling, own);
}

/** What all of an organization may do together; undefined where that has no limit. */
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

/** What a later version wrote in another form counts as not set. */
function stored(limits: StoredLimits, kind: RateLimitKind): Rate | undefined {
  const written = Object.hasOwn(limits, kind) ? limits[kind] : undefined;
  return typeof written === 'string' ? parseRate(written) : undefined;
}

const perSecond = ({ points, seconds }: Rate): number => points / seconds;

/** New limits by kind, each as settings write it (`300/1m`); null: none of its own. What is not named stays. */
export type LimitChanges = Readonly<Partial<Record<RateLimitKind, string | null>>>;

/** @param field in which the changes came. @throws AppError `bad_request` for what is no rate */
export function withLimits(limits: StoredLimits, changes: LimitChanges, field = 'limits'): StoredLimits {
  for (const [kind, rate] of Object.entries(changes))
    if (rate !== null && !parseRate(rate))
      throw invalid(`${field}.${kind}`, 'must be a number of requests per period, such as 300/1m');
  return Object.fromEntries(Object.entries({ ...limits, ...changes }).filter(([, rate]) => rate !== null));
}

/** What is written down of each change. @param of what: by default of one, else of all of an organization together */
export const limitEvents = (changes: LimitChanges, of: '' | '_total' = ''): AuditEvent[] =>
  Object.entries(changes).map(([kind, rate]) => {
    const parsed = rate === null ? undefined : parseRate(rate);
    return {
      action: parsed ? `limit.set${of}` : `limit.reset${of}`,
      reason: kind as RateLimitKind,
      ...(parsed && { counts: { points: parsed.points, seconds: parsed.seconds } }),
    };
  });
