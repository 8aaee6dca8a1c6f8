import {
  anonymizeInSlices,
  isEverydayWord,
  type AnonymizedText,
  type EntityTable,
  type EntityType,
  type Language,
  type Span,
} from '@app/anonymization';
import type { IdentifierPlace } from './reading/text-places';

export interface Hiding {
  /** All texts of the request are hidden behind it already. */
  table: EntityTable;
  choices: readonly EntityType[];
  language: Language;
  /** The texts, as they are sent. */
  sent: readonly string[];
  /** A keyed hash of an identifier. */
  hash(identifier: string): Buffer;
}

/** What every provider takes in a name. */
const SAFE = /^[\w$.:|=/+-]{1,128}$/;
const SEPARATORS = /[_.\-:|=/+$]+/g;
/** Where a word begins within one, as in `findCustomer`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;
const LONGEST_READ = 64;
const WHOLE_PLACEHOLDER = /^\[([A-Z]{4,5}_\d{1,6}[A-Z]{0,3})\]$/;

/** Words of programs, in small letters, that read as names. */
const TECHNICAL = new Set(['min', 'iban', 'bic', 'handoff', 'mirostat', 'tau']);

/** The words of an identifier between its separators. */
const separated = (identifier: string): string => identifier.replace(SEPARATORS, ' ').trim();

/** The same, and its humps apart; a long one is opaque, and has humps only by chance. */
const wordsOf = (identifier: string): string =>
  identifier.length > LONGEST_READ ? separated(identifier) : separated(identifier).replace(HUMP, ' ');

/** Whether what the recognizers find in an identifier as it is written counts: of kinds that have a form of their own. */
export const isOfForm = ({ type }: Span): boolean => type !== 'Names';

/** An identifier as a person reads it, for the recognizers: the capital of a hump says nothing. */
export function readable(identifier: string): string {
  const words = wordsOf(identifier);
  return words === separated(identifier) ? words : words.toLowerCase();
}

/**
 * What each identifier is sent as: itself, or, where it tells of somebody, the known value's replacement or a keyed
 * hash in the form of a placeholder, which comes back as any other. Its words join no other text's (contract: The OpenAI gateway).
 *
 * @param found what the recognizers and the policy say of each identifier's readable form, by identifier
 * @returns by identifier, those alone that are sent as something else
 */
export async function hideIdentifiers(
  places: readonly IdentifierPlace[],
  found: ReadonlyMap<string, readonly Span[]>,
  hiding: Hiding,
): Promise<Map<string, string>> {
  const identifiers = [...found.keys()];
  const participants = new Set(
    places.filter(({ isParticipant }) => isParticipant).map(({ identifier }) => identifier),
  );
  const asWritten = await known(identifiers, hiding);
  const asRead = await known(identifiers.map(wordsOf), hiding);
  const written = numbersIn(hiding.sent);
  const hidden = new Map<string, string>();
  for (const [i, identifier] of identifiers.entries()) {
    const spans = (found.get(identifier) ?? []).filter(
      (span) =>
        (span.mode !== undefined || hiding.choices.includes(span.type)) &&
        (participants.has(identifier) || !isEveryday(readable(identifier), span)),
    );
    const replaced = asWritten[i] && replacementIn(asWritten[i]);
    if (replaced !== undefined) hidden.set(identifier, replaced);
    else if (spans.length > 0 || isHidden(asWritten[i]) || isHidden(asRead[i]))
      hidden.set(identifier, pseudonym(identifier, written, hiding));
  }
  return hidden;
}

/** The texts with what the table knows hidden, and nothing new. */
async function known(
  texts: readonly string[],
  { table, choices, language }: Hiding,
): Promise<AnonymizedText[]> {
  if (table.entities.length === 0) return [];
  return anonymizeInSlices(
    table,
    texts.map((text) => ({ text, spans: [], choices, language })),
  );
}

const isHidden = (text: AnonymizedText | undefined): boolean => (text?.detected.length ?? 0) > 0;

const isEveryday = (text: string, { start, end, type }: Span): boolean =>
  type === 'Names' &&
  text
    .slice(start, end)
    .split(' ')
    .every((word) => word.length < 2 || TECHNICAL.has(word) || isEverydayWord(word));

/** The identifier with the replacements in it, where providers take that as a name; a placeholder without brackets. */
function replacementIn(written: AnonymizedText): string | undefined {
  if (!isHidden(written)) return undefined;
  const text = WHOLE_PLACEHOLDER.exec(written.text)?.[1] ?? written.text;
  return SAFE.test(text) ? text : undefined;
}

/** The numbers of all texts that could be read as a pseudonym's. */
function numbersIn(texts: readonly string[]): ReadonlySet<string> {
  const numbers = new Set<string>();
  for (const text of texts) for (const [number] of text.matchAll(/\d{6}(?=[a-z]{3})/gi)) numbers.add(number);
  return numbers;
}

/** `NAME_583920QXK`: the same for the same identifier in every request of its user; nobody may have written it. */
function pseudonym(identifier: string, written: ReadonlySet<string>, { table, hash }: Hiding): string {
  for (let round = 0; ; round += 1) {
    const name = nameOf(hash(`${round} ${identifier}`));
    const replacement = `[${name}]`;
    const number = name.replace(/\D/g, '');
    if (!table.isFree(replacement, identifier) || written.has(number)) continue;
    if (!table.behind(replacement))
      table.record(table.add({ type: 'Names', forms: [] }), { original: identifier, replacement });
    return name;
  }
}

function nameOf(hash: Buffer): string {
  const number = 100_000 + (hash.readUInt32BE(0) % 900_000);
  const letters = [4, 5, 6].map((at) => String.fromCharCode(65 + ((hash[at] ?? 0) % 26)));
  return `NAME_${number}${letters.join('')}`;
}
