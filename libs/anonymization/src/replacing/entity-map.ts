import type { EntityType } from '../entity-type';

/** The interface's entity map: the values of each type in their order, and only types that have any. */
export function toEntityMap(
  values: readonly { type: EntityType; value: string }[],
): Partial<Record<EntityType, string[]>> {
  const map: Partial<Record<EntityType, string[]>> = {};
  for (const { type, value } of values) (map[type] ??= []).push(value);
  return map;
}
