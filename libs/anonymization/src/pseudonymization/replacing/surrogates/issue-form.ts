import { type Entity, type Form, placeholderOf } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import type { LanguageCode } from '../../../../data/languages';
import type { Language } from '../../../text/language';
import { isEncoded } from '../entity-finder';
import { surrogateEmail } from './surrogate-email';
import { surrogateName } from './surrogate-name';
import { standInNumber, surrogatePhone } from './surrogate-phone';
import { surrogateValue } from './surrogate-value';
import type { TextsAtHand } from './texts-at-hand';

/** JSON numbers have no leading zeros. */
const JSON_NUMBER = /^[1-9]\d*$/;

interface IssueRequest {
  entity: Entity;
  /** The value as it is written, and its decoded form */
  original: string;
  reading: string;
  language: Language;
  /** Returns the language of the passage around the value, if its words show one */
  passage: () => LanguageCode | undefined;
  texts: TextsAtHand;
  /** Requires a placeholder in either style, because a surrogate could be misread */
  plain?: boolean;
  /** Prefers digits in either style: a placeholder in place of a JSON number would make the JSON invalid */
  numeric?: boolean;
}

/**
 * Returns the form of an entity for `original`, with its existing or a new replacement
 * (contract: Anonymizing and restoring, rule 3).
 */
export function issueForm(table: EntityTable, request: IssueRequest): Form {
  const { entity, original, texts, plain = false, numeric = false } = request;
  const fits = (replacement: string): boolean => {
    const isPlaceholder = placeholderOf(replacement) !== undefined;
    if (plain) return isPlaceholder;
    if (numeric) return JSON_NUMBER.test(replacement);
    return isPlaceholder || table.style === 'surrogates';
  };
  const known = entity.forms.find((form) => form.original === original && fits(form.replacement));
  if (known) return known;
  const surrogate = mayBeRealistic(table, request) ? surrogateFor(table, request) : undefined;
  const replacement =
    surrogate !== undefined && surrogate !== original && (!numeric || JSON_NUMBER.test(surrogate))
      ? surrogate
      : (placeholderFor(table, request) ?? table.nextPlaceholder(entity, texts.placeholders));
  return table.record(entity, { original, replacement });
}

/** Returns false for encoded values such as `Bj\u00f6rn`: a surrogate is written without encoding. */
const mayBeRealistic = (table: EntityTable, request: IssueRequest): boolean =>
  !request.plain &&
  table.mayGetSurrogate(request.entity.type, request.original) &&
  (table.style === 'surrogates' || request.numeric === true) &&
  !isEncoded(request);

/** Returns the existing placeholder of a JSON number for which no digits were available. */
function placeholderFor(table: EntityTable, { entity, original, numeric }: IssueRequest): string | undefined {
  if (!numeric) return undefined;
  return entity.forms.find((form) => form.original === original && placeholderOf(form.replacement))
    ?.replacement;
}

function surrogateFor(
  table: EntityTable,
  { entity, original, language: ofText, passage: read, texts, numeric }: IssueRequest,
): string | undefined {
  const passage = read();
  const language = ofText.isGuessed ? { ...ofText, code: passage ?? ofText.code } : ofText;
  if (entity.type === 'Emails') return surrogateEmail(table, entity, original, language, texts);
  if (entity.type === 'Phone')
    return (
      surrogatePhone(table, entity, original, texts) ??
      (numeric ? standInNumber(table, original, texts) : undefined)
    );
  if (entity.type === 'Names') return surrogateName(table, entity, original, language, texts);
  return surrogateValue({ table, entity, original, language, passage, texts });
}
