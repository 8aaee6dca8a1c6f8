import {
  decideAll,
  isForGood,
  kindOf,
  NO_RULES,
  TermFinder,
  type AnonymizedText,
  type EntityTable,
  type EntityType,
  type Language,
  type Span,
} from '@app/anonymization';
import { TimeSlice } from '@app/common';
import type { HideTexts } from '@app/hiding';
import { casedWords, isPlainWord, readable } from './identifier-readings';
import type { IdentifierPlace } from './reading/text-places';

export interface Hiding {
  hideTexts: HideTexts;
  /** The table after all texts of the request are hidden. */
  table: EntityTable;
  choices: readonly EntityType[];
  language: Language;
  /** The texts as they are sent. */
  sent: readonly string[];
  /** Whether the table is a part of a stored one, which has no replacement that is issued for an identifier */
  isStored: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Returns a keyed hash of an identifier. */
  hash(identifier: string): Buffer;
}

/** A value that the recognizers or the policy found in an identifier. */
export interface Finding extends Pick<Span, 'type' | 'mode'> {
  value: string;
}

/** The form in which an identifier is sent. */
export interface HiddenIdentifier {
  replacement: string;
  /** Whether it contains a value that the policy removes. The caller then does not get the identifier back. */
  isForGood: boolean;
}

/** The characters and the length that every provider accepts in a name. */
const SAFE = /^[\w$.:|=/+-]{1,128}$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const WHOLE_PLACEHOLDER = /^\[([A-Z]{4,5}_\d{1,6}[A-Z]{0,3})\]$/;

/**
 * Decides the form in which each identifier is sent. One without personal data is sent unchanged. One that consists of
 * known values is sent with their replacements; with a stored table, only with those that are stored. Any other becomes a keyed
 * hash in the form of a placeholder, which is restored like any other. Its words are not hidden in other texts (contract:
 * The OpenAI gateway).
 *
 * @param found the values that the recognizers and the policy found in the readings of each identifier
 * @returns the changed identifiers only, by original
 */
export async function hideIdentifiers(
  places: readonly IdentifierPlace[],
  found: ReadonlyMap<string, readonly Finding[]>,
  hiding: Hiding,
): Promise<Map<string, HiddenIdentifier>> {
  const identifiers = [...found.keys()];
  if (identifiers.length === 0) return new Map();
  const participants = new Set(
    places.filter(({ isParticipant }) => isParticipant).map(({ identifier }) => identifier),
  );
  const issued = hiding.isStored ? replacementsOf(hiding.table) : undefined;
  const asWritten = await known(identifiers, hiding);
  const asRead = await known(identifiers.map(casedWords), hiding);
  const inAnyCase = await knownInAnyCase(identifiers.map(readable), hiding);
  const written = await numbersIn(hiding.sent, new TimeSlice(hiding.signal));
  const hidden = new Map<string, HiddenIdentifier>();
  for (const [i, identifier] of identifiers.entries()) {
    const findings = [...(found.get(identifier) ?? []), ...inAnyCase[i]!].filter(
      (finding) =>
        (finding.mode !== undefined || hiding.choices.includes(finding.type)) &&
        (participants.has(identifier) || !isEveryday(finding)),
    );
    const knownTexts = [asWritten[i], asRead[i]].filter((text) => text !== undefined).filter(isHidden);
    if (findings.length === 0 && knownTexts.length === 0) continue;
    const isRemoved =
      findings.some(({ mode }) => isForGood(mode)) ||
      knownTexts.some(({ replacements }) => replacements.some(({ removed }) => removed === true));
    const replaced = isRemoved ? undefined : replacementIn(identifier, asWritten[i], issued);
    hidden.set(identifier, {
      replacement: replaced ?? pseudonym(identifier, { written, isRemoved }, hiding),
      isForGood: isRemoved,
    });
  }
  return hidden;
}

const replacementsOf = (table: EntityTable): Set<string> =>
  new Set([...table.forms()].map(({ form }) => form.replacement));

/** Hides the known values of the table in the texts. Adds no new values, but new forms of known ones. */
async function known(
  texts: readonly string[],
  { hideTexts, table, choices, language, signal }: Hiding,
): Promise<AnonymizedText[]> {
  if (table.entities.length === 0) return [];
  return hideTexts.hide(
    table,
    texts.map((text) => ({ text, spans: [], choices, language })),
    signal,
  );
}

/**
 * Finds known values other than names in readable forms, ignoring case: identifiers have their own case and separators.
 */
async function knownInAnyCase(texts: readonly string[], { table, signal }: Hiding): Promise<Finding[][]> {
  const inputs = texts.map((text) => ({ text, spans: [], isNew: false }));
  const find = async (isRemoved: boolean) => {
    const terms = await TermFinder.of(phrasesIn(table, isRemoved), new TimeSlice(signal));
    return decideAll({ ...NO_RULES, terms }, inputs, signal);
  };
  const restored = await find(false);
  const removed = await find(true);
  return texts.map((text, i) => [
    ...restored[i]!.spans.map((span) => findingOf(text, span)),
    ...removed[i]!.spans.map((span) => findingOf(text, { ...span, mode: 'remove' })),
  ]);
}

function* phrasesIn(table: EntityTable, isRemoved: boolean): Generator<{ phrase: string }> {
  for (const { entity, form } of table.forms()) {
    if (entity.type === 'Names' || (entity.removed ?? false) !== isRemoved) continue;
    const phrase = casedWords(form.original);
    if (LETTER_OR_DIGIT.test(phrase) && !isPlainWord(phrase.toLowerCase())) yield { phrase };
  }
}

export const findingOf = (text: string, { start, end, type, mode }: Span): Finding => ({
  value: text.slice(start, end),
  type,
  ...(mode && { mode }),
});

const isHidden = (text: AnonymizedText): boolean => text.detected.length > 0;

/**
 * Every identifier, such as `get_weather`, has the form of a user name. It counts as one only if a word contains a
 * digit. Kinds that are found only by meaning are also found in the words of programs.
 */
const isEveryday = ({ type, value }: Finding): boolean => {
  const words = casedWords(value).toLowerCase().split(/\s+/);
  if (type === 'Usernames') return words.every((word) => !/\d/.test(word) || isPlainWord(word));
  return !kindOf(type).mayBeBlocked && words.every((word) => word.length < 2 || isPlainWord(word));
};

/**
 * Returns the identifier with replacements if it consists of known values and providers accept the result as a name.
 * A placeholder loses its brackets.
 *
 * @param issued if given, the result has only these replacements
 */
function replacementIn(
  identifier: string,
  written: AnonymizedText | undefined,
  issued: ReadonlySet<string> | undefined,
): string | undefined {
  if (!written || !isHidden(written)) return undefined;
  if (issued && written.replacements.some(({ replacement }) => !issued.has(replacement))) return undefined;
  if (LETTER_OR_DIGIT.test(besides(identifier, written.detected))) return undefined;
  const text = WHOLE_PLACEHOLDER.exec(written.text)?.[1] ?? written.text;
  return SAFE.test(text) ? text : undefined;
}

/** Returns the text between the given spans, which are sorted and do not overlap. */
function besides(text: string, spans: readonly Span[]): string {
  const starts = [...spans.map(({ start }) => start), text.length];
  return starts.map((start, i) => text.slice(spans[i - 1]?.end ?? 0, start)).join('');
}

/** Collects the numbers in all texts that could be read as the number of a pseudonym. */
async function numbersIn(texts: readonly string[], slice: TimeSlice): Promise<ReadonlySet<string>> {
  const numbers = new Set<string>();
  for (const text of texts) {
    if (slice.isOver) await slice.next();
    for (const [number] of text.matchAll(/\d{6}(?=[a-z]{3})/gi)) {
      numbers.add(number);
      if (slice.isOver) await slice.next();
    }
  }
  return numbers;
}

/**
 * Returns a pseudonym such as `NAME_583920QXK`: stable for the identifier and user, and absent from all texts of the
 * request.
 */
function pseudonym(
  identifier: string,
  { written, isRemoved }: { written: ReadonlySet<string>; isRemoved: boolean },
  { table, hash }: Hiding,
): string {
  for (let round = 0; ; round += 1) {
    const name = nameOf(hash(`${round} ${identifier}`));
    const replacement = `[${name}]`;
    const number = name.replace(/\D/g, '');
    if (!table.isFree(replacement, identifier) || written.has(number)) continue;
    if (!table.behind(replacement)) {
      const entity = table.add({ type: 'Names', ...(isRemoved && { removed: true }), forms: [] });
      table.record(entity, { original: identifier, replacement });
    }
    return name;
  }
}

function nameOf(hash: Buffer): string {
  const number = 100_000 + (hash.readUInt32BE(0) % 900_000);
  const letters = [4, 5, 6].map((at) => String.fromCharCode(65 + ((hash[at] ?? 0) % 26)));
  return `NAME_${number}${letters.join('')}`;
}
