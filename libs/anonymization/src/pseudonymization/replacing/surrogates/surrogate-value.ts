import type { LanguageCode } from '../../../../data/languages';
import { type Entity, placeholderOf } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import { inventedFor, isNamed, type NamedType, withName } from '../../entities/named-thing';
import { moveDate } from '../../../text/dates/move-date';
import type { Language } from '../../../text/language';
import { genitiveOf } from '../../../text/inflection';
import { kindOf, type EntityType, type KindsWith } from '../../../kinds/kinds';
import type { BasicType } from '../../../kinds/entity-type';
import { compactOf, writeLike } from '../../../text/compact';
import { inventWord } from './invented-word';
import { surrogateAccount, surrogateCard } from './surrogate-account';
import { surrogateAddressOfMachine } from './surrogate-ip';
import { surrogateUrl } from './surrogate-url';
import type { TextsAtHand } from './texts-at-hand';

/** One value that needs a replacement, and the texts that the replacement must avoid. */
interface ValueRequest {
  table: EntityTable;
  entity: Entity;
  /** As it is written */
  original: string;
  language: Language;
  /** The language of the passage around it, if its words show one */
  passage: LanguageCode | undefined;
  texts: TextsAtHand;
}

const ATTEMPTS = 24;

type Draw = (table: EntityTable, original: string, attempt: number) => string | undefined;

/** The drawn surrogates, except those of the basic kinds (`issueForm`). */
const DRAWS: Readonly<Partial<Record<EntityType, Draw>>> = {
  Cards: surrogateCard,
  BankAccounts: surrogateAccount,
  IpAddresses: surrogateAddressOfMachine,
  Urls: surrogateUrl,
} satisfies Record<Exclude<KindsWith<'surrogate', 'drawn'>, BasicType>, Draw>;

/**
 * Returns a realistic value of the same kind and form that belongs to no person (contract: Kinds of personal data);
 * `undefined` if its kind has none, or none is left.
 */
export function surrogateValue(request: ValueRequest): string | undefined {
  if (isNamed(request.entity.type)) return surrogateOfNamed(request, request.entity.type);
  const again = spelledLikeEarlier(request);
  if (again !== undefined) return again;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const drawn = drawValue(request, attempt);
    if (drawn === undefined) return undefined;
    if (isFree(drawn, request)) return drawn;
  }
  return undefined;
}

/**
 * Returns one invented word for all forms of an organization or a place: with and without its legal form, in capitals, with
 * a genitive. An entity with placeholders keeps using them.
 */
function surrogateOfNamed(
  { table, entity, original, language, texts }: ValueRequest,
  type: NamedType,
): string | undefined {
  const { forms, canonical = original } = entity;
  const known = inventedFor(entity);
  if (known === undefined && forms.length > 0) return undefined;
  const kind = type === 'Organizations' ? 'organization' : 'town';
  const invented = known ?? inventWord(table, kind, language.code, texts, canonical);
  if (invented === undefined) return undefined;
  const stem = forms.find((form) => genitiveOf(form.original) === original);
  const surrogate = stem ? genitiveOf(stem.replacement) : withName(type, original, invented);
  return table.isFree(surrogate, original) ? surrogate : undefined;
}

function drawValue(
  { table, entity, original, language, passage }: ValueRequest,
  attempt: number,
): string | undefined {
  if (kindOf(entity.type).surrogate !== 'moved') return DRAWS[entity.type]?.(table, original, attempt);
  return attempt === 0 && entity.canonical !== undefined
    ? moveDate(original, entity.canonical, table.movedDays, language, passage)
    : undefined;
}

/** Returns the replacement of another spelling of an account or card, in the groups of this one. */
function spelledLikeEarlier({ table, entity, original }: ValueRequest): string | undefined {
  const earlier = entity.forms.find(({ replacement }) => !placeholderOf(replacement));
  if (!earlier || !isCompact(entity.type)) return undefined;
  const written = writeLike(original, compactOf(earlier.replacement));
  return written !== undefined && table.isFree(written, original) ? written : undefined;
}

/** Returns whether the grouping of characters is irrelevant for the kind. */
const isCompact = (type: Entity['type']): boolean => type === 'Cards' || type === 'BankAccounts';

/** Returns whether a value is unused: neither in the table nor in the texts of the request. */
function isFree(drawn: string, { table, entity, original, texts }: ValueRequest): boolean {
  const lower = drawn.toLowerCase();
  return (
    lower !== original.toLowerCase() &&
    table.isFree(drawn, original) &&
    !table.hasReplacement(lower) &&
    table.formsOf(entity.type, drawn).length === 0 &&
    !texts.hasText(lower) &&
    !(isCompact(entity.type) && texts.hasDigits(drawn.replace(/[^0-9]+/g, '')))
  );
}
