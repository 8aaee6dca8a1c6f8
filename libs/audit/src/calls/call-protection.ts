/** How much of what a call sends is searched: every kind that the policy does not leave out, some kinds, or none. */
export const PROTECTIONS = ['all', 'some', 'off'] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** How a call of a model was protected. */
export interface CallProtection {
  level: Protection;
  /** How many kinds were not searched, though the policy does not leave them out. */
  leftOutKinds: number;
  /** How many found values were sent in clear because a user kept them or the policy excepted them. */
  leftInClear: number;
}

/** What the audit entry of a call counts beside the hidden values; a count of zero is absent. */
export const countsOfProtection = ({
  level,
  leftOutKinds,
  leftInClear,
}: CallProtection): Record<string, number> => ({
  ...(leftOutKinds > 0 && { left_out_kinds: leftOutKinds }),
  ...(level === 'off' && { unprotected: 1 }),
  ...(leftInClear > 0 && { left_in_clear: leftInClear }),
});
