import { matchesOf } from '@app/common';
import { PLACEHOLDER_TYPES } from '../entities/placeholder';
import { mergeSpans } from '../replacing/merge-spans';
import type { Span } from '../span';
import type { Steps } from '../steps';
import { readingsIn } from './read-everything';
import type { Reading } from './reading';
import type { ReplacementIndex } from './replacement-index';
import type { SentReplacements } from './sent-replacements';

const PLACEHOLDER = /[[({<［【]?(NAME|EMAIL|PHONE)[\W_]{0,4}[1-9]\d{0,5}[A-Z]{0,3}[\])}>］】]?/gi;

/** The places of an answer that the model made up (`Restorer.madeUp`). @param given what stood in that very call */
export function* madeUpIn(answer: string, index: ReplacementIndex, given: SentReplacements): Steps<Span[]> {
  const readings = yield* readingsIn(answer, index);
  const placeholders = [...matchesOf(PLACEHOLDER, answer)].map(
    ({ 0: written, 1: label = '', index: start }): Span => ({
      start,
      end: start + written.length,
      type: PLACEHOLDER_TYPES[label.toUpperCase()] ?? 'Names',
    }),
  );
  const isGiven = ({ replacement, parts = [] }: Reading): boolean =>
    replacement === undefined ? parts.every((part) => given.hasPart(part)) : given.has(replacement);
  const standing = mergeSpans(readings.filter(isGiven).map(bare));
  const doubtful = mergeSpans([
    ...readings.filter((reading) => !isGiven(reading)).map(bare),
    ...placeholders,
  ]);
  return apartFrom(doubtful, standing);
}

/** Those that touch none of `others`. Both in order, each apart from its neighbours. */
function apartFrom(spans: readonly Span[], others: readonly Span[]): Span[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while (others[next] && others[next]!.end <= start) next += 1;
    return !others[next] || others[next]!.start >= end;
  });
}

const bare = ({ start, end, type }: Reading): Span => ({ start, end, type });
