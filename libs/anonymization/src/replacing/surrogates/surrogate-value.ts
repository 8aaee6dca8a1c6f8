import { type Entity, placeholderOf } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import { inventedFor, isNamed, type NamedType, withName } from '../../entities/named-thing';
import { moveDate } from '../../dates/move-date';
import type { Language } from '../../language';
import { genitiveOf } from '../../text/inflection';
import { compactOf, writeLike } from '../../text/compact';
import { inventWord } from './invented-word';
import { surrogateAccount, surrogateCard } from './surrogate-account';
import { surrogateAddressOfMachine } from './surrogate-ip';
import { surrogateUrl } from './surrogate-url';
import type { TextsAtHand } from './texts-at-hand';

/** One value that needs a replacement, and what the replacement must keep away from. */
interface ValueRequest {
  table: EntityTable;
  entity: Entity;
  /** As it is written */
  original: string;
  language: Language;
  texts: TextsAtHand;
}

const ATTEMPTS = 24;

/**
 * A realistic value of the same kind and form that stands for nobody (contract: Kinds of personal data); `undefined`
 * where its kind has none, or none is left.
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
 * One invented word for all forms of an organization or a place: with its legal form and without, in capitals, with a
 * genitive. One that has placeholders keeps to them.
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

function drawValue({ table, entity, original, language }: ValueRequest, attempt: number): string | undefined {
  switch (entity.type) {
    case 'Cards':
      return surrogateCard(table, original, attempt);
    case 'BankAccounts':
      return surrogateAccount(table, original, attempt);
    case 'IpAddresses':
      return surrogateAddressOfMachine(table, original, attempt);
    case 'Urls':
      return surrogateUrl(table, original, attempt);
    case 'Dates':
    case 'Birthdates':
      return attempt === 0 && entity.canonical !== undefined
        ? moveDate(original, entity.canonical, table.movedDays, language)
        : undefined;
    default:
      return undefined;
  }
}

/** The replacement of another spelling of an account or card, in the groups of this one. */
function spelledLikeEarlier({ table, entity, original }: ValueRequest): string | undefined {
  const earlier = entity.forms.find(({ replacement }) => !placeholderOf(replacement));
  if (!earlier || !isCompact(entity.type)) return undefined;
  const written = writeLike(original, compactOf(earlier.replacement));
  return written !== undefined && table.isFree(written, original) ? written : undefined;
}

/** Kinds whose values are the same however their characters are grouped. */
const isCompact = (type: Entity['type']): boolean => type === 'Cards' || type === 'BankAccounts';

/** Neither issued before nor written anywhere: not in the table, not in the texts at hand. */
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
