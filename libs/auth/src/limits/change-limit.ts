import type { AuditEvent } from '@app/audit';
import { AppError } from '@app/common';
import { parseRate, type RateLimitKind } from '@app/config';
import type { StoredLimits } from './stored-limits';

/**
 * @param rate not given: the limit is removed
 * @throws AppError `bad_request` for what is no rate
 */
export function withLimit(limits: StoredLimits, kind: RateLimitKind, rate: string | undefined): StoredLimits {
  if (rate !== undefined && !parseRate(rate))
    throw new AppError(
      'bad_request',
      'A limit is how many in how much time, such as 300/1m; or default, for none of its own',
    );
  const { [kind]: _previous, ...others } = limits;
  return { ...others, ...(rate !== undefined && { [kind]: rate }) };
}

/** What is written down of a change. */
export function limitChange(kind: RateLimitKind, rate: string | undefined): AuditEvent {
  const parsed = rate === undefined ? undefined : parseRate(rate);
  return {
    action: parsed ? 'limit.set' : 'limit.reset',
    reason: kind,
    ...(parsed && { counts: { points: parsed.points, seconds: parsed.seconds } }),
  };
}
