import { parseRate, type Rate, type RateLimitKind, type RateLimitsConfig } from '@app/config';
import { SHARED_KINDS, type CallerLimits, type StoredLimits } from './stored-limits';

/**
 * How often a caller may do something: the first that is set of user, organization and setting, and never more than
 * the operator's ceiling (contract: Limits). What all of an organization share is not the user's to have.
 */
export function rateFor(
  kind: RateLimitKind,
  { user, organization }: CallerLimits,
  { usual, ceiling }: Pick<RateLimitsConfig, 'usual' | 'ceiling'>,
): Rate {
  const own = SHARED_KINDS.includes(kind) ? undefined : stored(user, kind);
  const rate = own ?? stored(organization, kind) ?? usual[kind];
  return perSecond(rate) > perSecond(ceiling) ? ceiling : rate;
}

/** What a later version wrote in another form counts as not set. */
function stored(limits: StoredLimits, kind: RateLimitKind): Rate | undefined {
  const written = Object.hasOwn(limits, kind) ? limits[kind] : undefined;
  return typeof written === 'string' ? parseRate(written) : undefined;
}

const perSecond = ({ points, seconds }: Rate): number => points / seconds;
