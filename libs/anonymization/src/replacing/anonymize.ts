import type { EntityTable } from '../entities/entity-table';
import { People } from '../entities/people';
import { AppliedRules, BlockedByPolicy, NO_RULES, type Rules } from '../policy/policy';
import { ReadableText } from '../readable/readable-text';
import { ReplacementIndex } from '../restoring/replacement-index';
import type { Range } from '../spans/ranges';
import { ValueLimit } from '../spans/value-limit';
import { atOnce, inSlices, type Steps } from '../steps';
import type { AnonymizedText, TextToAnonymize } from './anonymized-text';
import { composeText, issueForms } from './compose-text';
import { EntityFinder, foundValue, type FoundValue, type ReadInput } from './entity-finder';
import { KnownValues } from './known-values';
import { type HiddenSpan, spansToHide } from './spans-to-hide';
import { TextsAtHand } from './surrogates/texts-at-hand';

/** Hides the values of one text with `table`, which grows by the new ones (contract: Anonymizing and restoring). */
export function anonymize(table: EntityTable, input: TextToAnonymize): AnonymizedText {
  const [anonymized] = anonymizeAll(table, [input]);
  if (!anonymized) throw new Error('expected one result for one text');
  return anonymized;
}

/**
 * Hides the values of all texts of one request. A value that is found in one text is hidden in all, and new surrogates avoid
 * all their words. An unchanged foreign text is restored byte for byte.
 */
export function anonymizeAll(table: EntityTable, inputs: readonly TextToAnonymize[]): AnonymizedText[] {
  return atOnce(anonymizing(table, inputs));
}

/**
 * Like `anonymizeAll`, but yields to other work, for texts of any length on the event loop of a server.
 *
 * @throws the signal's reason if it aborts; the table may then contain values that are in no text
 */
export function anonymizeInSlices(
  table: EntityTable,
  inputs: readonly TextToAnonymize[],
  signal?: AbortSignal,
): Promise<AnonymizedText[]> {
  return inSlices(anonymizing(table, inputs), signal);
}

/** Returns whether a span is sent: in a text with seams, the part between the first and the last is sent. */
const sentOf =
  ({ seams, text }: TextToAnonymize) =>
  ({ start, end }: Range): boolean =>
    end > (seams?.[0] ?? 0) && start < (seams?.at(-1) ?? text.length);

/** @throws BlockedByPolicy if a text is new and contains what the policy blocks; TooManyValues */
function* readAll(table: EntityTable, inputs: readonly TextToAnonymize[]): Steps<ReadInput[]> {
  const applied = new Map<Rules, AppliedRules>();
  const read: ReadInput[] = [];
  const limit = new ValueLimit();
  for (const input of inputs) {
    const { field, rules = NO_RULES } = input;
    const ready = applied.get(rules) ?? new AppliedRules(rules, table);
    applied.set(rules, ready);
    const readable = yield* ReadableText.reading(input.text);
    const isNew = field !== undefined;
    const { spans, blocked, left } = yield* ready.decide({ ...input, readable, isNew });
    const isSent = sentOf(input);
    limit.add(spans.length);
    const refused = blocked.filter((type) =>
      spans.some((span) => span.type === type && span.mode === 'block' && isSent(span)),
    );
    if (isNew && refused.length > 0) throw new BlockedByPolicy(field, refused);
    const kept = left.filter((span) => input.choices.includes(span.type) && isSent(span));
    read.push({ ...input, spans: [...spans, ...(input.decided ?? [])], readable, left: kept.length });
  }
  return read;
}

function* anonymizing(table: EntityTable, given: readonly TextToAnonymize[]): Steps<AnonymizedText[]> {
  const inputs = yield* readAll(table, given);
  const encoded = inputs.map(({ readable }) => readable).filter(({ isPlain }) => !isPlain);
  const texts = new TextsAtHand([...given, ...encoded].map(({ text }) => text));
  const before = yield* ReplacementIndex.building(table);
  const people = new People(table);
  const finder = new EntityFinder(table, people);
  const found: FoundValue[] = [];
  for (const input of inputs) {
    for (const span of input.spans) {
      if (input.choices.includes(span.type) || span.mode !== undefined) found.push(foundValue(input, span));
      yield;
    }
  }
  yield* finder.meet(found);
  const known = yield* new KnownValues(people).learn(table, found);
  const hidden: HiddenSpan[][] = [];
  for (const input of inputs) {
    hidden.push(yield* spansToHide(input, { known, before, people, finder }));
    // Yields even after a text without any words.
    yield;
  }
  const compositions = inputs.map((input, index) => ({
    table,
    finder,
    texts,
    input,
    spans: hidden[index] ?? [],
  }));
  // Names first, because addresses contain their surrogates at any position.
  if (table.style === 'surrogates' && hidden.some(({ length }) => length > 0)) {
    yield* texts.collectWords();
    for (const composition of compositions) yield* issueForms(composition, 'names');
  }
  // All forms first, before any text is composed and verified with the table that will restore it.
  for (const composition of compositions) yield* issueForms(composition);
  const anonymized: AnonymizedText[] = [];
  for (const composition of compositions) {
    anonymized.push(yield* composeText(composition));
    yield;
  }
  return anonymized;
}
