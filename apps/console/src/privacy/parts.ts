/** A range of a text, in UTF-16 units. */
export interface Placed {
  start: number;
  end: number;
}

export interface Part<Span> {
  text: string;
  /** Undefined for text between spans. */
  span?: Span;
}

/**
 * Returns the text in order, cut where spans start and end. Spans that overlap an earlier one or are outside the text
 * are left out.
 */
export function partsOf<Span extends Placed>(text: string, spans: readonly Span[]): Part<Span>[] {
  const parts: Part<Span>[] = [];
  let at = 0;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    if (span.start < at || span.end > text.length || span.end <= span.start) continue;
    if (span.start > at) parts.push({ text: text.slice(at, span.start) });
    parts.push({ text: text.slice(span.start, span.end), span });
    at = span.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Returns the positions of values in a text. Of two values with the same start, the longer one counts. */
export function placesOf<Value extends { text: string }>(text: string, values: readonly Value[]) {
  const longestFirst = values.toSorted((one, other) => other.text.length - one.text.length);
  const taken: (Placed & { value: Value })[] = [];
  for (const value of longestFirst.filter(({ text }) => text !== '')) {
    for (let start = text.indexOf(value.text); start >= 0; start = text.indexOf(value.text, start + 1)) {
      const end = start + value.text.length;
      if (!taken.some((other) => start < other.end && other.start < end)) taken.push({ start, end, value });
    }
  }
  return taken.toSorted((one, other) => one.start - other.start);
}

/**
 * Returns the spans of a text that was edited: those before the first and after the last difference, moved accordingly.
 * The others appear with the next preview.
 */
export function movedSpans<Span extends Placed>(before: string, now: string, spans: readonly Span[]): Span[] {
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const shift = now.length - before.length;
  return spans.flatMap((span) => {
    if (span.end <= head) return [span];
    if (span.start < before.length - tail) return [];
    return [{ ...span, start: span.start + shift, end: span.end + shift }];
  });
}
