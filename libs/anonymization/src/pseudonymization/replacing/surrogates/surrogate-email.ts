import { RESERVED_DOMAINS, RESERVED_LABELS } from '../../../../data/reserved';
import { type Entity, type Form, placeholderOf } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import type { Language } from '../../../text/language';
import { fold } from '../../../lexicon/fold';
import { knownNames } from '../../../lexicon/known-names';
import { shapeOf } from '../../../lexicon/letter-case';
import { surrogatePart } from './surrogate-part';
import type { TextsAtHand } from './texts-at-hand';

const ADDRESS = /^([\p{L}\p{M}\p{N}._%+'-]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
const PIECE = /[\p{L}\p{M}]+|\d+/gu;
const ATTEMPTS = 12;
/** The number of domains without a number. */
const FEW_DOMAINS = RESERVED_DOMAINS.length + RESERVED_LABELS.length;

/**
 * Returns an address at a reserved domain, with the surrogate parts of a known name if the original contains them, or else
 * with drawn words and digits in the same form; `undefined` if it cannot be written in this form
 * (contract: Anonymizing and restoring, rule 3).
 */
export function surrogateEmail(
  table: EntityTable,
  entity: Entity,
  original: string,
  language: Language,
  texts: TextsAtHand,
): string | undefined {
  const earlier = entity.forms.find(({ replacement }) => !placeholderOf(replacement));
  if (earlier) {
    const spelled = spelledLike(original, earlier);
    return spelled !== undefined && table.isFree(spelled, original) ? spelled : undefined;
  }
  const [, local, domain] = ADDRESS.exec(original) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const words = local.replace(PIECE, (piece) =>
      surrogatePiece(table, piece, language, texts, `${local} ${attempt}`),
    );
    const address = `${attempt < ATTEMPTS / 2 ? words : `${words}${attempt}`}@${surrogateDomain(table, domain, texts)}`;
    const taken = table.hasReplacement(address.toLowerCase()) || texts.hasText(address.toLowerCase());
    if (!taken && table.isFree(address, original)) return address;
  }
  return undefined;
}

/** Returns the replacement of another spelling in the case of this one, piece by piece. */
function spelledLike(original: string, { original: other, replacement }: Form): string | undefined {
  const [local = '', domain = ''] = original.split('@');
  const [otherLocal = '', otherDomain = ''] = other.split('@');
  const [words = '', host = ''] = replacement.split('@');
  const pieces = local.match(PIECE) ?? [];
  const others = otherLocal.match(PIECE) ?? [];
  const hostShape = shapeOf(domain, otherDomain);
  if (pieces.length !== others.length || !hostShape) return undefined;
  let index = -1;
  let isKnown = true;
  const spelled = words.replace(PIECE, (word) => {
    index += 1;
    const shape = shapeOf(pieces[index] ?? '', others[index] ?? '');
    isKnown &&= shape !== undefined;
    return shape ? shape(word) : word;
  });
  return isKnown && index === pieces.length - 1 ? `${spelled}@${hostShape(host)}` : undefined;
}

function surrogatePiece(
  table: EntityTable,
  piece: string,
  language: Language,
  texts: TextsAtHand,
  label: string,
): string {
  if (/^\d/.test(piece)) {
    return piece.replace(/\d/g, (_, index: number) => String(table.draw(10, `digit ${label} ${index}`)));
  }
  const folded = fold(piece);
  const known = table.parts.forOriginal(folded)[0] ?? splitName(table, folded);
  if (typeof known === 'string') return known;
  if (known) return likePiece(piece, known.surrogate);
  if (piece.length === 1) return 'abcdefghijklmnoprstuvw'[table.draw(22, `letter ${label}`)] ?? 'a';
  const role = knownNames.isGiven(folded) ? 'given' : 'family';
  const drawn = surrogatePart(table, { text: piece, role, language: language.code }, texts);
  return likePiece(piece, drawn ?? `user${table.draw(900_000, `user ${label}`) + 100_000}`);
}

/** Returns `jweber` for `hmueller`, `janweber` for `hansmueller`. */
function splitName(table: EntityTable, folded: string): string | undefined {
  for (let at = 1; at < folded.length - 2; at += 1) {
    const [family] = table.parts.forOriginal(folded.slice(at));
    if (!family) continue;
    const head = folded.slice(0, at);
    const given = table.parts
      .all()
      .find((part) =>
        at === 1
          ? part.role === 'given' && fold(part.original).startsWith(head)
          : fold(part.original) === head,
      );
    if (!given) continue;
    const surrogate = fold(given.surrogate);
    return (at === 1 ? surrogate.charAt(0) : surrogate) + fold(family.surrogate);
  }
  return undefined;
}

/** Returns ASCII in the case of the original piece. */
function likePiece(piece: string, surrogate: string): string {
  const plain = fold(surrogate);
  if (piece === piece.toLowerCase()) return plain;
  if (piece === piece.toUpperCase()) return plain.toUpperCase();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Returns the one reserved domain for an original domain. */
function surrogateDomain(table: EntityTable, domain: string, texts: TextsAtHand): string {
  const key = domain.toLowerCase();
  const known = table.domains.get(key);
  if (known !== undefined) return known;
  const free = (name: string) => table.isFreeDomain(name) && !texts.hasText(name);
  let chosen: string | undefined = RESERVED_DOMAINS.find(free);
  for (let attempt = 0; chosen === undefined; attempt += 1) {
    const label = RESERVED_LABELS[table.draw(RESERVED_LABELS.length, `domain ${key} ${attempt}`)];
    // Numbers continue, so that a part of a table does not issue one that another part has.
    const number = table.issuedDomains < FEW_DOMAINS ? attempt : table.issuedDomains + attempt;
    const name = `${label}${number < 8 ? '' : `-${number}`}.example`;
    if (free(name)) chosen = name;
  }
  table.replaceDomain(key, chosen);
  return chosen;
}
