/** What can be hidden, spelled as in the interface. The order settles overlaps of equal length (contract: Anonymizing and restoring, rule 4). */
export const ENTITY_TYPES = ['Emails', 'Phone', 'Names'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** How a value is replaced: `[NAME_1]`, or a realistic value of the same form (contract: Anonymizing and restoring, rule 3). */
export const REPLACEMENT_STYLES = ['placeholders', 'surrogates'] as const;
export type ReplacementStyle = (typeof REPLACEMENT_STYLES)[number];

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
