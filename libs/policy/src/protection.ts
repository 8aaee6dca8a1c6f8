import { DEFAULT_TYPES, type EntityType, type Rules } from '@app/anonymization';
import type { CallProtection } from '@app/audit';

/**
 * How a call is protected that hides new values of the kinds `hidden`. `all` does not need `Dates`, nor a kind that the
 * policy leaves out.
 *
 * @param leftInClear how many found values stay as they are
 */
export function protectionOf(
  { modes }: Pick<Rules, 'modes'>,
  hidden: readonly EntityType[],
  leftInClear: number,
): CallProtection {
  const leftOut = DEFAULT_TYPES.filter((kind) => modes[kind] !== 'never' && !hidden.includes(kind));
  const level = hidden.length === 0 ? 'off' : leftOut.length === 0 ? 'all' : 'some';
  return { level, leftOutKinds: leftOut.length, leftInClear };
}
