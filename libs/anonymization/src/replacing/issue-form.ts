import type { Entity, Form } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { placeholderOf } from '../entities/placeholder';
import type { Language } from '../language';
import { isEncoded } from './found-value';
import { surrogateEmail } from './surrogate-email';
import { surrogateName } from './surrogate-name';
import { surrogatePhone } from './surrogate-phone';
import type { TextsAtHand } from './texts-at-hand';

export interface IssueRequest {
  entity: Entity;
  /** As it is written, and as it reads */
  original: string;
  reading: string;
  language: Language;
  texts: TextsAtHand;
  /** A placeholder in either style: what could be read in two ways as a surrogate */
  plain?: boolean;
}

/** The form of an entity that is written `original`, with the replacement it has or now gets (contract 4, rule 3). */
export function issueForm(table: EntityTable, request: IssueRequest): Form {
  const { entity, original, texts, plain = false } = request;
  const known = entity.forms.find(
    (form) => form.original === original && (!plain || placeholderOf(form.replacement) !== undefined),
  );
  if (known) return known;
  // A surrogate is written as it reads, and so stands only for what is, too: not for `Bj\u00f6rn`.
  const mayBeSurrogate = table.style === 'surrogates' && !plain && !isEncoded(request);
  const surrogate = mayBeSurrogate ? surrogateFor(table, request) : undefined;
  const replacement =
    surrogate !== undefined && surrogate !== original
      ? surrogate
      : table.nextPlaceholder(entity, texts.placeholders);
  return table.record(entity, { original, replacement });
}

function surrogateFor(
  table: EntityTable,
  { entity, original, language, texts }: IssueRequest,
): string | undefined {
  if (entity.type === 'Emails') return surrogateEmail(table, entity, original, language, texts);
  if (entity.type === 'Phone') return surrogatePhone(table, entity, original, texts);
  return surrogateName(table, entity, original, language, texts);
}
