/**
 * What can be hidden, spelled as in the interface, with the label of its placeholders. The order settles overlaps of
 * equal length (contract: Kinds of personal data).
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

/** Hidden where a request does not say what: at the OpenAI gateway, in image prompts, in jobs without `choices`. */
export const DEFAULT_TYPES = ['Emails', 'Phone', 'Names'] as const satisfies readonly EntityType[];
export type DefaultType = (typeof DEFAULT_TYPES)[number];

/** Whether it is one of those. */
export const isDefaultType = (type: EntityType): type is DefaultType =>
  (DEFAULT_TYPES as readonly EntityType[]).includes(type);

/** What `All` stands for: whole calendar dates that tell of no birth or death are asked for by name alone. */
const ALL: readonly EntityType[] = ENTITY_TYPES.filter((type) => type !== 'Dates');

/** How a value is replaced: `[NAME_1]`, or a realistic value of the same form (contract: Anonymizing and restoring, rule 3). */
export const REPLACEMENT_STYLES = ['placeholders', 'surrogates'] as const;
export type ReplacementStyle = (typeof REPLACEMENT_STYLES)[number];

const SPELLINGS: ReadonlyMap<string, readonly EntityType[]> = new Map<string, readonly EntityType[]>([
  ...ENTITY_TYPES.map((type) => [type, [type]] as const),
  ['Name', ['Names']],
  ['Email', ['Emails']],
  ['Phones', ['Phone']],
  ['All', ALL],
]);

export const ALLOWED_CHOICES = [...SPELLINGS.keys()];

/** The choices as documents and messages list them: each kind once, the usual three first. */
export const LISTED_CHOICES = [
  'Names',
  'Emails',
  'Phone',
  ...ENTITY_TYPES.filter((type) => !isDefaultType(type)).toSorted(),
  'All',
];

/** The entity types that a request's `choices` name, without duplicates; `undefined` where one is unknown (contract: Languages and choices). */
export function parseChoices(choices: readonly string[]): EntityType[] | undefined {
  const types = new Set<EntityType>();
  for (const choice of choices) {
    const named = SPELLINGS.get(choice);
    if (!named) return undefined;
    for (const type of named) types.add(type);
  }
  return ENTITY_TYPES.filter((type) => types.has(type));
}

/** Those of a request's `choices` that are named by themselves, not meant by `All`; empty where one is unknown. */
export const namedChoices = (choices: readonly string[]): EntityType[] =>
  parseChoices(choices.filter((choice) => choice !== 'All')) ?? [];
