import { matchesOf } from '@app/common';
import { PLACEHOLDER_TYPES } from '../entities/placeholder';
import { mergeSpans } from '../spans/merge-spans';
import { apartFrom } from '../spans/ranges';
import type { Span } from '../spans/span';
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

const bare = ({ start, end, type }: Reading): Span => ({ start, end, type });
