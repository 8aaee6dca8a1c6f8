import { ENTITY_TYPES, type EntityType } from './entity-type';

const SPELLINGS: ReadonlyMap<string, EntityType> = new Map([
  ['Names', 'Names'],
  ['Name', 'Names'],
  ['Emails', 'Emails'],
  ['Email', 'Emails'],
  ['Phone', 'Phone'],
  ['Phones', 'Phone'],
]);

export const ALLOWED_CHOICES = [...SPELLINGS.keys()];

/** The entity types that a request's `choices` name, without duplicates; `undefined` where one is unknown (contract: Languages and choices). */
export function parseChoices(choices: readonly string[]): EntityType[] | undefined {
  const types = new Set(choices.map((choice) => SPELLINGS.get(choice)));
  return types.has(undefined) ? undefined : ENTITY_TYPES.filter((type) => types.has(type));
}
