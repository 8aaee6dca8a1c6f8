import { ENTITY_TYPES, kindOf, type EntityType } from '@app/anonymization';

/** Presidio's names of entities with the kinds that each covers. A kind has the first of its names in answers. */
const KINDS: ReadonlyMap<string, readonly EntityType[]> = kindsByName();

/** The names of entities in answers, each once. */
export const SUPPORTED_ENTITIES: readonly string[] = [
  ...new Set(ENTITY_TYPES.map((type) => entityOf(type))),
].toSorted();

/** Returns Presidio's name for a kind. */
export function entityOf(type: EntityType): string {
  return kindOf(type).presidio[0];
}

/** Returns the kinds that an entity covers; undefined if the service finds no such entity. */
export const kindsOfEntity = (name: string): readonly EntityType[] | undefined => KINDS.get(name);

function kindsByName(): Map<string, EntityType[]> {
  const kinds = new Map<string, EntityType[]>();
  for (const type of ENTITY_TYPES)
    for (const name of kindOf(type).presidio) kinds.set(name, [...(kinds.get(name) ?? []), type]);
  return kinds;
}
