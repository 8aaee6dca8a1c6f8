import type { EntityTable } from '../entities/entity-table';
import { genderBefore } from '../entities/title-gender';
import { readEverything } from '../restoring/read-everything';
import { ReplacementIndex } from '../restoring/replacement-index';
import type { AnonymizedText, AnonymizeInput, Replacement } from './anonymized-text';
import type { EntityFinder } from './entity-finder';
import { issueForm } from './issue-form';
import { misreadSpans, type Placement } from './misread-spans';
import { mergeSpans } from './merge-spans';
import type { HiddenSpan } from './spans-to-hide';
import type { TextsAtHand } from './texts-at-hand';

export interface Composition {
  table: EntityTable;
  finder: EntityFinder;
  texts: TextsAtHand;
  input: AnonymizeInput;
  spans: readonly HiddenSpan[];
}

interface Draft {
  text: string;
  placements: Placement[];
}

const ROUNDS = 4;

/**
 * The text with its spans replaced, read back before it is given out: what would not be restored to the byte is
 * hidden in a larger piece behind a placeholder (contract 4, rule 1).
 */
export function composeText(composition: Composition): AnonymizedText {
  const { table, input } = composition;
  let { spans } = composition;
  let plain: readonly HiddenSpan[] = [];
  for (let round = 0; ; round += 1) {
    const draft = write(composition, spans, plain);
    const index = ReplacementIndex.of(table);
    const misread =
      input.origin === 'own' || index.isEmpty ? [] : misreadSpans(input.text, draft, index, round);
    if (misread.length === 0) {
      const left = input.origin === 'own' ? readEverything(draft.text, index) : [];
      const placed = draft.placements.map(({ outStart, outEnd }) => ({ start: outStart, end: outEnd }));
      const replacements = standing(table, draft.text, [...placed, ...left]);
      return { text: draft.text, replacements, detected: spans.map(bare) };
    }
    if (round > ROUNDS) throw new Error('a text cannot be anonymized so that it can be restored');
    plain = mergeSpans([...plain, ...misread]).map((span) => ({ ...span, literal: true }));
    const merged = mergeSpans([...spans, ...plain]);
    spans = merged.map((span) => {
      const same = composition.spans.find(({ start, end }) => start === span.start && end === span.end);
      return same ? { ...same } : { ...span, literal: true };
    });
  }
}

function write(
  { table, finder, texts, input }: Composition,
  spans: readonly HiddenSpan[],
  plain: readonly HiddenSpan[],
): Draft {
  const { text, language } = input;
  const placements: Placement[] = [];
  let written = '';
  let position = 0;
  for (const { start, end, type, canonical, literal } of spans) {
    const original = text.slice(start, end);
    const value = { type, original, gender: genderBefore(text, start), ...(canonical && { canonical }) };
    const entity = finder.find(value, literal);
    const isPlain = plain.some((span) => span.start < end && span.end > start);
    const { replacement } = issueForm(table, { entity, original, language, texts, plain: isPlain });
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
  }
  return { text: written + text.slice(position), placements };
}

/** The replacements that stand in a text as issued, each once, by first appearance. */
function standing(
  table: EntityTable,
  text: string,
  places: readonly { start: number; end: number }[],
): Replacement[] {
  const seen = new Map<string, Replacement>();
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const replacement = text.slice(start, end);
    const known = table.behind(replacement);
    if (!known || seen.has(replacement)) continue;
    seen.set(replacement, { type: known.entity.type, original: known.form.original, replacement });
  }
  return [...seen.values()];
}

function bare({ start, end, type, canonical }: HiddenSpan): AnonymizedText['detected'][number] {
  return { start, end, type, ...(canonical && { canonical }) };
}
