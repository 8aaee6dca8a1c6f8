/** How much of what is sent is searched for personal data. */
export type Protection = 'all' | 'some' | 'off';

interface KindRule {
  kind: string;
  in_all: boolean;
  mode: string;
  fixed: boolean;
}

/** An organization may have no terms, so their kind alone protects nothing. */
const NO_PROTECTION = 'Terms';

/**
 * Returns whether a request that names `chosen` hides a kind.
 *
 * @param chosen undefined: all that `All` includes
 */
export function isHidden(
  { kind, in_all, mode, fixed }: KindRule,
  chosen: readonly string[] | undefined,
): boolean {
  if (fixed) return mode !== 'never';
  return chosen === undefined ? in_all : chosen.includes(kind);
}

/** Returns the protection that a prompt is shown with. @param leaves whether found values of it stay unhidden */
export const shownProtection = (protection: Protection, leaves: boolean): Protection =>
  protection === 'all' && leaves ? 'some' : protection;

/** Returns the protection of a request that names `chosen`. */
export function protectionOf(kinds: readonly KindRule[], chosen: readonly string[] | undefined): Protection {
  const wanted = kinds.filter(({ in_all, mode }) => in_all && mode !== 'never');
  if (wanted.every((kind) => isHidden(kind, chosen))) return 'all';
  const hidden = kinds.filter((kind) => kind.kind !== NO_PROTECTION && isHidden(kind, chosen));
  return hidden.length > 0 ? 'some' : 'off';
}
