import { type EntityType, isBasicType } from '../../kinds/entity-type';
import { byStart, hull, lengthOf, overlappingGroups, without } from './ranges';
import { byPrecedence, rulesOf, type Span, strictestOf } from './span';

/**
 * Merges overlapping spans into one that covers them all, with the kind of the longest one and the strictest mode: no
 * character of a value stays uncovered (contract: Anonymizing and restoring, rule 4).
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  return overlappingGroups(spans).map((group) => {
    const decides = group.reduce((best, span) => (byPrecedence(span, best) < 0 ? span : best));
    const { start, end } = group.reduce<Span>(hull, decides);
    const mode = strictestOf(group);
    const whole =
      decides.start === start && decides.end === end ? decides : { start, end, ...rulesOf(decides) };
    return mode === undefined ? whole : { ...whole, mode };
  });
}

/**
 * Resolves all findings of the recognizers, before kinds are chosen. Addresses, numbers and names are resolved together.
 * Every other kind is resolved separately, because a company may contain a person, and only one of both kinds be chosen.
 *
 * @returns spans sorted by offset; those of one kind never overlap, and none is empty
 */
export function resolveFindings(text: string, findings: readonly Span[]): Span[] {
  const groups = new Map<EntityType, Span[]>();
  for (const span of findings) {
    const group = groups.get(groupOf(span));
    if (group) group.push(span);
    else groups.set(groupOf(span), [span]);
  }
  return [...groups.values()].flatMap((group) => resolveSpans(text, group)).sort(byStart);
}

const groupOf = ({ type }: Span): EntityType => (isBasicType(type) ? 'Names' : type);

/**
 * Resolves overlapping findings (contract: Anonymizing and restoring, rule 4):
 *
 * 1. The longest span wins; of equally long ones Emails before Phone before Names.
 * 2. A span inside a longer one disappears.
 * 3. A span that extends beyond a longer one of its own kind lengthens it.
 * 4. A span that extends beyond a longer one of another kind keeps that part, so that no character is uncovered.
 *
 * @returns spans sorted by offset, without overlaps and without empty spans
 */
export function resolveSpans(text: string, findings: readonly Span[]): Span[] {
  const given = findings.filter((span) => lengthOf(span) > 0);
  return overlappingGroups(given).flatMap((group) => {
    const kept: Span[] = [];
    for (const span of group.sort(byPrecedence)) add(kept, text, span);
    return joinTouching(kept.sort(byStart));
  });
}

function add(kept: Span[], text: string, span: Span): void {
  for (const piece of without(span, kept)) {
    const neighbour = kept.find(
      ({ start, end, type }) => type === piece.type && (end === piece.start || start === piece.end),
    );
    if (piece.start === span.start && piece.end === span.end) kept.push({ ...span });
    else if (neighbour) lengthen(neighbour, piece);
    else kept.push(...trimmed(text, piece));
  }
}

function lengthen(span: Span, { start, end }: Span): void {
  span.start = Math.min(span.start, start);
  span.end = Math.max(span.end, end);
}

/** Removes blanks and punctuation at the edges of a part. Returns nothing if it has no letter or digit. */
function trimmed(text: string, { start, end, type }: Span): Span[] {
  const tail = text.slice(start, end);
  const first = tail.search(/[\p{L}\p{N}]/u);
  if (first === -1) return [];
  return [
    {
      start: start + first,
      end: start + tail.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '').length,
      type,
    },
  ];
}

function joinTouching(sorted: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last && last.end === span.start && last.type === span.type) last.end = span.end;
    else joined.push(span);
  }
  return joined;
}
