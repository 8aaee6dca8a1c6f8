import { TimeSlice } from '@app/common';
import type { EntityTable } from '../entities/entity-table';
import { People } from '../entities/people';
import { AppliedRules, BlockedByPolicy, NO_RULES, type Rules } from '../rules/rules';
import { ReadableText } from '../../text/readable/readable-text';
import { ReplacementIndex } from '../restoring/replacement-index';
import type { Range } from '../../text/spans/ranges';
import { ValueLimit } from '../../text/spans/value-limit';
import type { AnonymizedText, TextToAnonymize } from './anonymized-text';
import { composeText, issueForms } from './compose-text';
import { EntityFinder, foundValue, type FoundValue, type ReadInput } from './entity-finder';
import { KnownValues } from './known-values';
import { type HiddenSpan, spansToHide } from './spans-to-hide';
import { TextsAtHand } from './surrogates/texts-at-hand';

/** Returns whether a span is sent: in a text with seams, the part between the first and the last is sent. */
const sentOf =
  ({ seams, text }: TextToAnonymize) =>
  ({ start, end }: Range): boolean =>
    end > (seams?.[0] ?? 0) && start < (seams?.at(-1) ?? text.length);

/** @throws BlockedByPolicy if a text is new and contains what the policy blocks; TooManyValues */
async function readAll(
  table: EntityTable,
  inputs: readonly TextToAnonymize[],
  slice: TimeSlice,
): Promise<ReadInput[]> {
  const applied = new Map<Rules, AppliedRules>();
  const read: ReadInput[] = [];
  const limit = new ValueLimit();
  for (const input of inputs) {
    const { field, rules = NO_RULES } = input;
    const ready = applied.get(rules) ?? (await AppliedRules.of(rules, table, slice));
    applied.set(rules, ready);
    const readable = await ReadableText.read(input.text, slice);
    const isNew = field !== undefined;
    const { spans, blocked, left } = await ready.decide({ ...input, readable, isNew }, slice);
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

/**
 * Hides the values of all texts of one request with `table`, which grows by the new ones
 * (contract: Anonymizing and restoring). A value that is found in one text is hidden in all, and new surrogates avoid all
 * their words. An unchanged foreign text is restored byte for byte. Yields to other work of the event loop.
 *
 * @returns the texts in the same order
 * @throws BlockedByPolicy if a text is new and contains what the policy blocks; TooManyValues; the signal's reason if it
 * aborts. The table may then contain values that are in no text
 */
export async function anonymize(
  table: EntityTable,
  given: readonly TextToAnonymize[],
  signal?: AbortSignal,
): Promise<AnonymizedText[]> {
  const slice = new TimeSlice(signal);
  const inputs = await readAll(table, given, slice);
  const encoded = inputs.map(({ readable }) => readable).filter(({ isPlain }) => !isPlain);
  const texts = new TextsAtHand([...given, ...encoded].map(({ text }) => text));
  const before = await ReplacementIndex.of(table, slice);
  const people = new People(table);
  const finder = new EntityFinder(table, people);
  const found: FoundValue[] = [];
  for (const input of inputs) {
    for (const span of input.spans) {
      if (input.choices.includes(span.type) || span.mode !== undefined) found.push(foundValue(input, span));
      if (slice.isOver) await slice.next();
    }
  }
  await finder.meet(found, slice);
  const known = await new KnownValues(people).learn(table, found, slice);
  const hidden: HiddenSpan[][] = [];
  for (const input of inputs) {
    hidden.push(await spansToHide(input, { known, before, people, finder }, slice));
    // Yields even after a text without any words.
    if (slice.isOver) await slice.next();
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
    await texts.collectWords(slice);
    for (const composition of compositions) await issueForms(composition, slice, 'names');
  }
  // All forms first, before any text is composed and verified with the table that will restore it.
  for (const composition of compositions) await issueForms(composition, slice);
  const anonymized: AnonymizedText[] = [];
  for (const composition of compositions) {
    anonymized.push(await composeText(composition, slice));
    if (slice.isOver) await slice.next();
  }
  return anonymized;
}
