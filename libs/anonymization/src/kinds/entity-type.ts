import { ENTITY_TYPES, kindOf, kindsThat, type EntityType, type KindsWith } from './kinds';

export { ENTITY_TYPES, type EntityType } from './kinds';

/** The kinds of the first interface. Embeddings hide these, and tables with no other kinds keep their stored form. */
export type BasicType = KindsWith<'chosenBy', 'basic'>;

/** Returns whether it is one of those. */
export const isBasicType = (type: EntityType): type is BasicType => kindOf(type).chosenBy === 'basic';

export const BASIC_TYPES: readonly BasicType[] = ENTITY_TYPES.filter(isBasicType);

/** The kinds that `All` means, and that are hidden if a request names none. */
export const DEFAULT_TYPES = kindsThat(({ chosenBy }) => chosenBy !== 'named');

/**
 * The styles of replacements: `[NAME_1]`, or a realistic value of the same form
 * (contract: Anonymizing and restoring, rule 3).
 */
export const REPLACEMENT_STYLES = ['placeholders', 'surrogates'] as const;
export type ReplacementStyle = (typeof REPLACEMENT_STYLES)[number];

const SPELLINGS: ReadonlyMap<string, readonly EntityType[]> = new Map<string, readonly EntityType[]>([
  ...ENTITY_TYPES.map((type) => [type, [type]] as const),
  ...ENTITY_TYPES.flatMap((type) => (kindOf(type).spellings ?? []).map((word) => [word, [type]] as const)),
  ['All', DEFAULT_TYPES],
]);

/**
 * Returns the kinds that a request chose, each once in the order of `ENTITY_TYPES` (contract: Languages and choices).
 *
 * @param written what the request's `choices` contain
 * @returns `named`: those of the choices that were not chosen by `All` only; `undefined` if a choice is unknown
 */
function parseChoices(
  written: readonly string[],
): { choices: EntityType[]; named: EntityType[] } | undefined {
  if (!written.every((choice) => SPELLINGS.has(choice))) return undefined;
  const kindsOf = (words: readonly string[]): EntityType[] => {
    const chosen = new Set(words.flatMap((choice) => SPELLINGS.get(choice) ?? []));
    return ENTITY_TYPES.filter((type) => chosen.has(type));
  };
  return { choices: kindsOf(written), named: kindsOf(written.filter((choice) => choice !== 'All')) };
}

/** What `choices` in a request may contain. */
export const CHOICES = {
  /** Those that `All` means, and that are hidden if a request names none. */
  all: DEFAULT_TYPES,
  allowed: [...SPELLINGS.keys()],
  /** As documents and messages list them: each kind once, the most common three first. */
  listed: [
    'Names',
    'Emails',
    'Phone',
    ...ENTITY_TYPES.filter((type) => !isBasicType(type)).toSorted(),
    'All',
  ],
  parse: parseChoices,
} as const;
