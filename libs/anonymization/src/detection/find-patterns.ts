import type { TimeSlice } from '@app/common';
import type { EntityType } from '../kinds/entity-type';
import type { Language } from '../text/language';
import { ReadableText } from '../text/readable/readable-text';
import type { Span } from '../text/spans/span';
import { resolveFindings } from '../text/spans/unite-spans';
import { joinFindings } from './join-findings';
import type { Recognizer } from './ports';
import { withoutArticles } from './price-lists';
import { SearchedText } from './searched-text';

/** The kinds to find, and the context of the texts. */
export interface PatternSearch {
  language: Language;
  kinds: readonly EntityType[];
}

/** Returns what the recognizers of these kinds find in a section or a short text without decoding, in any order. */
export function findPatterns(
  text: string,
  { language, kinds }: PatternSearch,
  recognizers: readonly Recognizer[],
): Span[] {
  const found: Span[] = [];
  const searched = new SearchedText(text, language);
  for (const recognizer of recognizers) {
    if (!recognizer.finds.some((kind) => kinds.includes(kind))) continue;
    for (const span of recognizer.find(searched)) if (kinds.includes(span.type)) found.push(span);
  }
  return found;
}

/** Searches short texts both as their readers see them and as they are written, and resolves the findings of each. */
export async function findPatternsInAll(
  texts: readonly string[],
  search: PatternSearch,
  recognizers: readonly Recognizer[],
  slice: TimeSlice,
): Promise<Span[][]> {
  const found: Span[][] = [];
  for (const written of texts) {
    const readable = await ReadableText.read(written, slice);
    const read = joinFindings(readable.text, [], findPatterns(readable.text, search, recognizers));
    const asWritten = readable.isPlain ? [] : findPatterns(written, search, recognizers);
    found.push(joinReadings(written, readable, read, asWritten));
  }
  return found;
}

/**
 * Combines the findings in the decoded and in the original text. An apparent escape may be plain text.
 *
 * @param read the resolved findings in the decoded text
 */
export function joinReadings(
  written: string,
  readable: ReadableText,
  read: readonly Span[],
  asWritten: readonly Span[],
): Span[] {
  if (readable.isPlain) return [...read];
  return resolveFindings(written, [
    ...read.map((span) => readable.toWritten(span)),
    ...withoutArticles(written, asWritten).map((span) => readable.completed(span)),
  ]);
}
