/**
 * The kinds that can be hidden, as the interface spells them, with the labels of their placeholders. The order resolves
 * overlaps of equal length (contract: Kinds of personal data).
 */
export const LABELS = {
  Terms: 'TERM',
  Secrets: 'SECRET',
  Cards: 'CARD',
  BankAccounts: 'ACCOUNT',
  IdNumbers: 'ID',
  Emails: 'EMAIL',
  Urls: 'URL',
  Phone: 'PHONE',
  IpAddresses: 'IP',
  Birthdates: 'BIRTHDATE',
  Dates: 'DATE',
  Addresses: 'ADDRESS',
  Plates: 'PLATE',
  References: 'REF',
  Usernames: 'USER',
  Names: 'NAME',
  Organizations: 'ORG',
  Locations: 'LOCATION',
} as const;
export type EntityType = keyof typeof LABELS;
export type Label = (typeof LABELS)[EntityType];

export const ENTITY_TYPES = Object.keys(LABELS) as readonly EntityType[];

/** The kinds of the first interface. Embeddings hide these, and tables with no other kinds keep their stored form. */
export const BASIC_TYPES = ['Emails', 'Phone', 'Names'] as const satisfies readonly EntityType[];
export type BasicType = (typeof BASIC_TYPES)[number];

/** Returns whether it is one of those. */
export const isBasicType = (type: EntityType): type is BasicType =>
  (BASIC_TYPES as readonly EntityType[]).includes(type);

/**
 * The kinds that `All` means, and that are hidden if a request names none. Dates other than of birth and death must be
 * named.
 */
export const DEFAULT_TYPES: readonly EntityType[] = ENTITY_TYPES.filter((type) => type !== 'Dates');

/**
 * The styles of replacements: `[NAME_1]`, or a realistic value of the same form
 * (contract: Anonymizing and restoring, rule 3).
 */
export const REPLACEMENT_STYLES = ['placeholders', 'surrogates'] as const;
export type ReplacementStyle = (typeof REPLACEMENT_STYLES)[number];

const SPELLINGS: ReadonlyMap<string, readonly EntityType[]> = new Map<string, readonly EntityType[]>([
  ...ENTITY_TYPES.map((type) => [type, [type]] as const),
  ['Name', ['Names']],
  ['Email', ['Emails']],
  ['Phones', ['Phone']],
  ['All', DEFAULT_TYPES],
]);

export const ALLOWED_CHOICES = [...SPELLINGS.keys()];

/** The choices as documents and messages list them: each kind once, the most common three first. */
export const LISTED_CHOICES = [
  'Names',
  'Emails',
  'Phone',
  ...ENTITY_TYPES.filter((type) => !isBasicType(type)).toSorted(),
  'All',
];

/**
 * Returns the entity types that a request's `choices` name, each once; `undefined` if one is unknown
 * (contract: Languages and choices).
 */
export function parseChoices(choices: readonly string[]): EntityType[] | undefined {
  const types = new Set<EntityType>();
  for (const choice of choices) {
    const named = SPELLINGS.get(choice);
    if (!named) return undefined;
    for (const type of named) types.add(type);
  }
  return ENTITY_TYPES.filter((type) => types.has(type));
}

/** Returns the kinds that a request's `choices` name individually, not by `All`; empty if one is unknown. */
export const namedChoices = (choices: readonly string[]): EntityType[] =>
  parseChoices(choices.filter((choice) => choice !== 'All')) ?? [];
