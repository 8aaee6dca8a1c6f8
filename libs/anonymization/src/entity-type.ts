/** What can be hidden, spelled as in the interface. The order settles overlaps of equal length (contract: Anonymizing and restoring, rule 4). */
export const ENTITY_TYPES = ['Emails', 'Phone', 'Names'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** How a value is replaced: `[NAME_1]`, or a realistic value of the same form (contract: Anonymizing and restoring, rule 3). */
export const REPLACEMENT_STYLES = ['placeholders', 'surrogates'] as const;
export type ReplacementStyle = (typeof REPLACEMENT_STYLES)[number];
