import type { EntityTable } from '../entities/entity-table';
import { PLACEHOLDER_TYPES } from '../entities/placeholder';
import { mergeSpans } from '../replacing/merge-spans';
import type { Span } from '../span';
import { readEverything } from './read-everything';
import type { Reading } from './reading';
import { ReplacementIndex } from './replacement-index';
import { SentReplacements } from './sent-replacements';

const PLACEHOLDER = /[[({<［【]?(NAME|EMAIL|PHONE)[\W_]{0,4}[1-9]\d{0,5}[A-Z]{0,3}[\])}>］】]?/gi;

/**
 * The places of an answer that read as a replacement, or as a placeholder that may be issued some day, and were not
 * sent in its call: the model made them up, and they must never count as given (contract 4, rule 6).
 *
 * @param sent the messages of that very model call
 */
export function madeUpReplacements(answer: string, table: EntityTable, sent: readonly string[]): Span[] {
  const index = ReplacementIndex.of(table);
  const readings = readEverything(answer, index);
  const placeholders = [...answer.matchAll(PLACEHOLDER)].map(
    ({ 0: written, 1: label = '', index: start }): Span => ({
      start,
      end: start + written.length,
      type: PLACEHOLDER_TYPES[label.toUpperCase()] ?? 'Names',
    }),
  );
  if (readings.length + placeholders.length === 0) return [];
  const given = SentReplacements.of(index, sent);
  const isGiven = ({ replacement, parts = [] }: Reading): boolean =>
    replacement === undefined ? parts.every((part) => given.hasPart(part)) : given.has(replacement);
  const standing = mergeSpans(readings.filter(isGiven).map(bare));
  const doubtful = mergeSpans([
    ...readings.filter((reading) => !isGiven(reading)).map(bare),
    ...placeholders,
  ]);
  return doubtful.filter(({ start, end }) => !standing.some((span) => span.start < end && span.end > start));
}

const bare = ({ start, end, type }: Reading): Span => ({ start, end, type });
