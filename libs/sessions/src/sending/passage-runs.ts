import type { AnonymizedText, Span } from '@app/anonymization';
import type { ChosenPassage } from './choose-passages';

/** Consecutive passages of a document, joined into one text. */
interface Run {
  documentId: string;
  /** Where the text begins in the document. */
  offset: number;
  /** The passages, with the text before the first one and after the last one. */
  text: string;
  spans: Span[];
  /** The start of each passage, and the end of the last one. */
  seams: number[];
}

/**
 * Joins consecutive passages, so that a value that a cut divides is found whole. The text around a run is searched too,
 * because it may complete values at the edges of the run. It is not sent.
 */
export function runsOf(passages: readonly ChosenPassage[]): Run[] {
  const runs: Run[] = [];
  passages.forEach((passage, i) => {
    const previous = passages[i - 1];
    if (!previous || !follows(passage, previous)) {
      runs.push({
        documentId: passage.documentId,
        offset: passage.start - passage.before.length,
        text: passage.before,
        spans: [],
        seams: [passage.before.length],
      });
    }
    const run = runs.at(-1)!;
    for (const span of passage.spans) addSpan(run, span);
    run.text += passage.text;
    run.seams.push(run.text.length);
    const next = passages[i + 1];
    if (!next || !follows(next, passage)) run.text += passage.after;
  });
  return runs;
}

/** Returns whether a passage begins where another one ends. */
export const follows = (passage: ChosenPassage, previous: ChosenPassage): boolean =>
  passage.documentId === previous.documentId && passage.start === previous.start + previous.text.length;

/** Returns the hidden passages of a run, without the text around it. */
export const passagesOf = ({ parts, replacements }: AnonymizedText): HiddenPassage[] =>
  parts.slice(1, -1).map((text) => ({ text, isReplaced: replacements.length > 0 }));

export interface HiddenPassage {
  text: string;
  /** Whether any value in its run is replaced. */
  isReplaced: boolean;
}

/** Adds a span of the next passage. The two halves of a value that the cut divides become one span. */
function addSpan({ text, spans, seams }: Run, { start, end, ...rest }: Span): void {
  const seam = seams.at(-1)!;
  const half =
    start === 0 ? spans.find((other) => other.end === seam && isSameValue(other, rest)) : undefined;
  if (half) half.end = text.length + end;
  else spans.push({ start: text.length + start, end: text.length + end, ...rest });
}

const isSameValue = (a: Omit<Span, 'start' | 'end'>, b: Omit<Span, 'start' | 'end'>): boolean =>
  a.type === b.type && a.canonical === b.canonical;
