import { CHOICES, type EntityType, type Rules } from '@app/anonymization';
import type { CallProtection } from '@app/audit';

/** Returns the protection of a call with images: they are not read completely, so it is at most `some`. */
export const withImages = (protection: CallProtection, hasImages: boolean): CallProtection =>
  hasImages && protection.level === 'all' ? { ...protection, level: 'some' } : protection;

/**
 * Returns the protection of a call that hides new values of the kinds `hidden`. `all` requires neither `Dates` nor a kind
 * that the policy leaves out.
 *
 * @param leftInClear the number of found values that stay unchanged
 */
export function protectionOf(
  { modes }: Pick<Rules, 'modes'>,
  hidden: readonly EntityType[],
  leftInClear: number,
): CallProtection {
  const leftOut = CHOICES.all.filter((kind) => modes[kind] !== 'never' && !hidden.includes(kind));
  const level = hidden.length === 0 ? 'off' : leftOut.length === 0 ? 'all' : 'some';
  return { level, leftOutKinds: leftOut.length, leftInClear };
}
