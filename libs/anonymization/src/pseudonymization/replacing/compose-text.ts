import type { TimeSlice } from '@app/common';
import type { Form } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { readingsIn } from '../restoring/read-everything';
import { ReplacementIndex } from '../restoring/replacement-index';
import { languageAround } from '../../text/language';
import { byStart, type Range } from '../../text/spans/ranges';
import { isForGood, rulesOf, type Span } from '../../text/spans/span';
import { mergeSpans } from '../../text/spans/unite-spans';
import { isJsonNumber } from '../../text/structure/read-json';
import type { AnonymizedText, Replacement } from './anonymized-text';
import { type EntityFinder, foundValue, type ReadInput } from './entity-finder';
import { misreadSpans, type Placement } from './misread-spans';
import type { HiddenSpan } from './spans-to-hide';
import { issueForm } from './surrogates/issue-form';
import type { TextsAtHand } from './surrogates/texts-at-hand';

interface Composition {
  table: EntityTable;
  finder: EntityFinder;
  texts: TextsAtHand;
  input: ReadInput;
  spans: readonly HiddenSpan[];
}

interface Draft {
  text: string;
  placements: Placement[];
}

const ROUNDS = 4;

/**
 * Replaces the spans of a text, and verifies the result before it is returned: a part that would not be restored byte for
 * byte is hidden as a larger piece with a placeholder (contract: Anonymizing and restoring, rule 1).
 */
export async function composeText(composition: Composition, slice: TimeSlice): Promise<AnonymizedText> {
  const { table, input } = composition;
  let { spans } = composition;
  for (let round = 0; ; round += 1) {
    const draft = await write(composition, spans, slice);
    const index = await ReplacementIndex.of(table, slice);
    const misread =
      input.origin === 'own' || index.isEmpty
        ? []
        : await misreadSpans(input.text, draft, index, round, slice);
    if (misread.length === 0) {
      const left = input.origin === 'own' ? await readingsIn(draft.text, index, slice) : [];
      const placed = draft.placements.map(({ outStart, outEnd }) => ({ start: outStart, end: outEnd }));
      if (slice.isOver) await slice.next();
      const replacements = await standing(table, draft.text, [...placed, ...left], slice);
      const detected: AnonymizedText['detected'] = [];
      const changes: AnonymizedText['changes'] = [];
      for (const [i, span] of spans.entries()) {
        const { start, end, outStart, outEnd } = draft.placements[i]!;
        detected.push(bare(span));
        changes.push({ start, end, replacement: draft.text.slice(outStart, outEnd) });
        if (slice.isOver) await slice.next();
      }
      const parts = cutAt(input.seams ?? [], draft);
      return { text: draft.text, replacements, detected, changes, parts, left: input.left };
    }
    if (round > ROUNDS) throw new Error('a text cannot be anonymized so that it can be restored');
    spans = withPlain(spans, misread);
  }
}

/** Cuts the hidden text at the current positions of the input text's seams. */
function cutAt(seams: readonly number[], { text, placements }: Draft): string[] {
  const parts: string[] = [];
  let [at, next, shift] = [0, 0, 0];
  for (const seam of seams) {
    while (next < placements.length && placements[next]!.start < seam) {
      const { end, outEnd } = placements[next]!;
      shift = outEnd - end;
      next += 1;
    }
    const last = placements[next - 1];
    const cut = last && last.end > seam ? last.outEnd : seam + shift;
    parts.push(text.slice(at, cut));
    at = cut;
  }
  return [...parts, text.slice(at)];
}

/** Issues the replacements for the spans of a text. With `names`, only those of names, on which others depend. */
export async function issueForms(composition: Composition, slice: TimeSlice, names?: 'names'): Promise<void> {
  for (const span of composition.spans) {
    if (!names || span.type === 'Names') formOf(composition, span);
    if (slice.isOver) await slice.next();
  }
}

async function write(
  composition: Composition,
  spans: readonly HiddenSpan[],
  slice: TimeSlice,
): Promise<Draft> {
  const { text } = composition.input;
  const placements: Placement[] = [];
  let written = '';
  let position = 0;
  for (const span of spans) {
    const { start, end, type } = span;
    const { replacement } = formOf(composition, span);
    written += text.slice(position, start);
    placements.push({
      start,
      end,
      type,
      outStart: written.length,
      outEnd: written.length + replacement.length,
    });
    written += replacement;
    position = end;
    if (slice.isOver) await slice.next();
  }
  return { text: written + text.slice(position), placements };
}

function formOf({ table, finder, texts, input }: Composition, span: HiddenSpan): Form {
  const { literal } = span;
  const value = foundValue(input, span);
  const { original, reading } = value;
  const entity = finder.find(value, literal);
  if (isForGood(span.mode) && entity.forms.length === 0) entity.removed = true;
  const plain = span.plain === true || entity.removed === true;
  const numeric = span.type === 'Phone' && isJsonNumber(input.text, span.start, span.end);
  const { text, language } = input;
  const passage = () => languageAround(text, span.start);
  return issueForm(table, { entity, original, reading, language, passage, texts, plain, numeric });
}

/** Replaces the misread spans by whole spans with placeholders. */
function withPlain(spans: readonly HiddenSpan[], misread: readonly Span[]): HiddenSpan[] {
  const earlier = new Map(spans.map((span) => [span.start, span]));
  const plain = mergeSpans([...spans.filter((span) => span.plain), ...misread]);
  let next = 0;
  return mergeSpans([...spans, ...plain]).map((span) => {
    const { start, end } = span;
    while ((plain[next]?.end ?? Infinity) <= start) next += 1;
    const isPlain = (plain[next]?.start ?? Infinity) < end;
    const same = earlier.get(start);
    return {
      ...(same?.end === end ? same : { start, end, ...rulesOf(span), literal: true }),
      plain: isPlain,
    };
  });
}

/** Returns the issued replacements in a text, each once, by first appearance. */
async function standing(
  table: EntityTable,
  text: string,
  places: readonly Range[],
  slice: TimeSlice,
): Promise<Replacement[]> {
  const seen = new Map<string, Replacement>();
  for (const { start, end } of places.toSorted(byStart)) {
    if (slice.isOver) await slice.next();
    const replacement = text.slice(start, end);
    if (seen.has(replacement)) continue;
    const known = table.behind(replacement);
    if (!known) continue;
    const { type, removed } = known.entity;
    seen.set(replacement, { type, original: known.form.original, replacement, ...(removed && { removed }) });
  }
  return [...seen.values()];
}

function bare({ start, end, type, canonical, mode }: HiddenSpan): AnonymizedText['detected'][number] {
  return { start, end, type, ...(canonical && { canonical }), ...(mode && { mode }) };
}
