/** How much of a call's content is searched: every kind that the policy does not leave out, some kinds, or none. */
export const PROTECTIONS = ['all', 'some', 'off'] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** How a call of a model was protected. */
export interface CallProtection {
  level: Protection;
  /** The number of kinds that were not searched although the policy does not leave them out. */
  leftOutKinds: number;
  /** The number of detected values that were sent unchanged because a user kept them or the policy excepted them. */
  leftInClear: number;
}

/** Returns the counts of a call's audit entry, in addition to the hidden values. A count of zero is absent. */
export const countsOfProtection = ({
  level,
  leftOutKinds,
  leftInClear,
}: CallProtection): Record<string, number> => ({
  ...(leftOutKinds > 0 && { left_out_kinds: leftOutKinds }),
  ...(level === 'off' && { unprotected: 1 }),
  ...(leftInClear > 0 && { left_in_clear: leftInClear }),
});
