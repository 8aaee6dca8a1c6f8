import { hull, overlappingGroups } from './ranges';
import { byPrecedence, type Span } from './span';

/**
 * Overlapping spans become one that covers them all, of the longest one's type, then Emails, Phone, Names: no
 * character of a value stays uncovered (contract: Anonymizing and restoring, rule 4).
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  return overlappingGroups(spans).map((group) => {
    const decides = group.reduce((best, span) => (byPrecedence(span, best) < 0 ? span : best));
    const { start, end } = group.reduce<Span>(hull, decides);
    return decides.start === start && decides.end === end ? decides : { start, end, type: decides.type };
  });
}
