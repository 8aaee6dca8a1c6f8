import { toEntityMap, type EntityType, type Replacement } from '@app/anonymization';

/** The interface's entity map: values by type, and only types that have any. */
export type EntityMap = Partial<Record<EntityType, string[]>>;

/** Each replacement once, by first appearance. */
export const shownValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(once(replacements).map(({ type, replacement }) => ({ type, value: replacement })));

/** What each of `shownValues` replaced, at the same place. */
export const originalValues = (replacements: readonly Replacement[]): EntityMap =>
  toEntityMap(once(replacements).map(({ type, original }) => ({ type, value: original })));

const once = (replacements: readonly Replacement[]): Replacement[] => [
  ...new Map(replacements.map((known) => [`${known.type} ${known.replacement}`, known])).values(),
];
