/** A labeled span of text, in UTF-16 offsets. */
export interface Labelled {
  start: number;
  end: number;
  label: 'PERSON' | 'EMAIL' | 'PHONE';
}

export interface Document {
  text: string;
  spans: Labelled[];
  /** Regions that count as neither right nor wrong. */
  ignore?: { start: number; end: number }[];
}

export interface Score {
  gold: number;
  precision: number;
  recall: number;
  f1: number;
  f2: number;
  /** Share of the label's characters that no prediction of any label covers. */
  leak: number;
  /** Share of all other characters that a prediction of the label covers. */
  over: number;
}

/** Blanks and quotes at the edges of a span do not count as errors. */
const EDGE = new Set(' \t\n\r"\'“”„‚‘’,;:()[]<>');

/** Returns strict scores (start and end equal) of one label. `predictions` are in the order of `documents`. */
export function score(
  documents: readonly Document[],
  predictions: readonly Labelled[][],
  label: Labelled['label'],
): Score {
  let [hits, misses, alarms, leaked, own, over, other] = [0, 0, 0, 0, 0, 0, 0];
  for (const [i, { text, spans, ignore = [] }] of documents.entries()) {
    const predicted = predictions[i] ?? [];
    const gold = distinct(text, spans, label);
    const found = distinct(text, predicted, label).filter(
      ([start, end]) => !ignore.some((region) => start < region.end && region.start < end),
    );
    const keys = new Set(gold.map(String));
    const right = found.filter((span) => keys.has(String(span))).length;
    hits += right;
    misses += gold.length - right;
    alarms += found.length - right;
    const mine = paint(text.length, gold);
    const covered = paint(text.length, found);
    const coveredByAny = paint(
      text.length,
      predicted.map(({ start, end }) => [start, end]),
    );
    for (let at = 0; at < text.length; at += 1) {
      if (mine[at]) {
        own += 1;
        if (!coveredByAny[at]) leaked += 1;
      } else {
        other += 1;
        if (covered[at]) over += 1;
      }
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const precision = share(hits, hits + alarms);
  const recall = share(hits, hits + misses);
  const f = (beta: number): number =>
    share((1 + beta ** 2) * precision * recall, beta ** 2 * precision + recall);
  return {
    gold: hits + misses,
    precision,
    recall,
    f1: f(1),
    f2: f(2),
    leak: share(leaked, own),
    over: share(over, other),
  };
}

function distinct(text: string, spans: readonly Labelled[], label: string): [number, number][] {
  const trimmed = spans.filter((span) => span.label === label).map((span) => trim(text, span));
  const unique = new Map(trimmed.map((span) => [String(span), span]));
  return [...unique.values()].filter(([start, end]) => start < end);
}

function trim(text: string, { start, end }: Labelled): [number, number] {
  let [from, to] = [start, end];
  while (from < to && EDGE.has(text[from] ?? '')) from += 1;
  while (to > from && EDGE.has(text[to - 1] ?? '')) to -= 1;
  return [from, to];
}

function paint(length: number, spans: readonly [number, number][]): Uint8Array {
  const painted = new Uint8Array(length);
  for (const [start, end] of spans) painted.fill(1, start, end);
  return painted;
}
