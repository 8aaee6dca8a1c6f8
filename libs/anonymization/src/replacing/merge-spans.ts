import { ENTITY_TYPES } from '../entity-type';
import type { Span } from '../span';

/**
 * Overlapping spans become one that covers them all, of the longest one's type, then Emails, Phone, Names: no
 * character of a value stays uncovered (contract: Anonymizing and restoring, rule 4).
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  let longest: Span | undefined;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || !longest || span.start >= last.end) {
      merged.push(span);
      longest = span;
      continue;
    }
    longest = wins(span, longest) ? span : longest;
    const end = Math.max(last.end, span.end);
    const whole = longest.start === last.start && longest.end === end;
    merged[merged.length - 1] = whole ? longest : { start: last.start, end, type: longest.type };
  }
  return merged;
}

function wins(a: Span, b: Span): boolean {
  const difference = a.end - a.start - (b.end - b.start);
  if (difference !== 0) return difference > 0;
  const rank = ENTITY_TYPES.indexOf(a.type) - ENTITY_TYPES.indexOf(b.type);
  return rank < 0 || (rank === 0 && a.canonical !== undefined && b.canonical === undefined);
}
