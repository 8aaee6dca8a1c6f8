import type { TimeSlice } from '@app/common';
import { RE2JS } from 're2js';
import type { Span } from '../../text/spans/span';
import { ValueLimit } from '../../text/spans/value-limit';
import { characterStart } from '../../text/words';
import { type Pattern, type TermSearch, termSpan } from './term';

/** Limit for the instructions of a compiled pattern, and so for the work at one character. */
const LARGEST_PROGRAM = 128;
/** Texts that together reveal a pattern which matches only a position. */
const SAMPLES = ['', 'a', ' a1 \n_-. '];
/** The length of the longest match that is found as a whole. */
const LONGEST_MATCH = 1_000;
/** The number of characters in which the matches of one window begin. */
const WINDOW = 1_000;

function matchesNothing(compiled: RE2JS, text: string): boolean {
  const matcher = compiled.matcher(text);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

/**
 * Finds the matches of patterns in windows of limited length, because a search cannot be interrupted. The result is the same
 * as for the whole text if no match is longer than {@link LONGEST_MATCH}.
 */
export class PatternFinder implements TermSearch {
  private readonly patterns;

  /**
   * Checks a pattern. Its size limits the time of one window.
   *
   * @returns the size of its program, which is its maximum cost per character (0 if it does not compile), and its problem, as
   *   the end of a sentence about its field, if there is one
   */
  static check(pattern: string): { programSize: number; problem?: string } {
    let compiled: RE2JS;
    try {
      compiled = RE2JS.compile(pattern);
    } catch {
      return { programSize: 0, problem: 'must be a pattern in the syntax of RE2' };
    }
    const programSize = compiled.programSize();
    if (programSize > LARGEST_PROGRAM)
      return { programSize, problem: 'is too large: use fewer and smaller repeats' };
    const isEmptySomewhere = SAMPLES.some((sample) => matchesNothing(compiled, sample));
    return { programSize, ...(isEmptySomewhere && { problem: 'must not match the empty text' }) };
  }

  /** @param patterns patterns without a problem ({@link PatternFinder.check}) */
  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns.map(({ pattern, label }) => ({ compiled: RE2JS.compile(pattern), label }));
  }

  /** @throws TooManyValues */
  async find(text: string, slice: TimeSlice): Promise<Span[]> {
    const spans: Span[] = [];
    const limit = new ValueLimit();
    for (const pattern of this.patterns) {
      for (let from = 0; from < text.length;) {
        const before = spans.length;
        from = await findInWindow(pattern, text, from, spans, slice);
        limit.add(spans.length - before);
      }
    }
    return spans;
  }
}

/**
 * Adds the matches that begin in the window at `from`, and returns where the next window begins. The search reads one
 * character before the window and one after the longest match, because `^`, `$` and `\b` depend on them.
 */
async function findInWindow(
  { compiled, label }: { compiled: RE2JS; label: string | undefined },
  text: string,
  from: number,
  spans: Span[],
  slice: TimeSlice,
): Promise<number> {
  if (slice.isOver) await slice.next();
  const end = characterStart(text, from + WINDOW);
  const readFrom = characterStart(text, Math.max(0, from - 2));
  const read = text.slice(readFrom, characterStart(text, end + LONGEST_MATCH + 1));
  // `test` costs a hundredth of `find`.
  if (!compiled.test(read)) return end;
  const matcher = compiled.matcher(read);
  let searched = end;
  for (let found = matcher.find(from - readFrom); found; found = matcher.find()) {
    const match = { start: readFrom + matcher.start(), end: readFrom + matcher.end() };
    if (match.start >= end) break;
    if (match.start < match.end)
      spans.push(termSpan(match.start, match.end, text.slice(match.start, match.end), label));
    searched = Math.max(end, match.end);
    if (slice.isOver) await slice.next();
  }
  return searched;
}
