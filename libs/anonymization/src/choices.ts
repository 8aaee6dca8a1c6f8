import { ENTITY_TYPES, type EntityType } from './entity-type';

const SPELLINGS: Readonly<Record<string, EntityType>> = {
  Names: 'Names',
  Name: 'Names',
  Emails: 'Emails',
  Email: 'Emails',
  Phone: 'Phone',
  Phones: 'Phone',
};

export const ALLOWED_CHOICES = Object.keys(SPELLINGS);

/** The entity types that a request's `choices` name, without duplicates; `undefined` where one is unknown (contract 3). */
export function parseChoices(choices: readonly string[]): EntityType[] | undefined {
  const types = new Set(choices.map((choice) => SPELLINGS[choice]));
  return types.has(undefined) ? undefined : ENTITY_TYPES.filter((type) => types.has(type));
}
