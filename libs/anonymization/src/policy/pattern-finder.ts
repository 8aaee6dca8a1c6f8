import { RE2JS } from 're2js';
import type { Span } from '../spans/span';
import { ValueLimit } from '../spans/value-limit';
import type { Steps } from '../steps';
import { characterStart } from '../text/words';
import { type TermSearch, termSpan } from './term';

/** A pattern in RE2's syntax; what it matches is always hidden. */
export interface TermPattern {
  pattern: string;
  /** Of its placeholders; absent: `TERM` */
  label?: string;
}

/** Instructions of a compiled pattern: the most that a search does at one character. */
const LARGEST_PROGRAM = 128;
/** Between them they show a pattern that matches nothing but a place. */
const SAMPLES = ['', 'a', ' a1 \n_-. '];
/** Characters of the longest match that is found as a whole. */
const LONGEST_MATCH = 1_000;
/** Characters among which the matches of one window begin. */
const WINDOW = 1_000;

/**
 * What speaks against a pattern, as the end of a sentence about its field; undefined: nothing. The size of a pattern
 * bounds the time of one window.
 */
export function problemOfPattern(pattern: string): string | undefined {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch {
    return 'must be a pattern in the syntax of RE2';
  }
  if (compiled.programSize() > LARGEST_PROGRAM) return 'is too large: use fewer and smaller repeats';
  return SAMPLES.some((sample) => matchesNothing(compiled, sample))
    ? 'must not match the empty text'
    : undefined;
}

/** Of a pattern that {@link problemOfPattern} has nothing to say of: what it costs for each character, at most. */
export const programSizeOf = (pattern: string): number => RE2JS.compile(pattern).programSize();

function matchesNothing(compiled: RE2JS, text: string): boolean {
  const matcher = compiled.matcher(text);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

/**
 * Finds what patterns match, in windows of a bounded length, because a search cannot be interrupted. Finds the same as a
 * search of the whole text if no match is longer than {@link LONGEST_MATCH}.
 */
export class PatternFinder implements TermSearch {
  private readonly patterns;

  /** @param patterns of which {@link problemOfPattern} has nothing to say */
  constructor(patterns: readonly TermPattern[]) {
    this.patterns = patterns.map(({ pattern, label }) => ({ compiled: RE2JS.compile(pattern), label }));
  }

  /** @throws TooManyValues */
  *find(text: string): Steps<Span[]> {
    const spans: Span[] = [];
    const limit = new ValueLimit();
    for (const pattern of this.patterns) {
      for (let from = 0; from < text.length;) {
        const before = spans.length;
        from = yield* findInWindow(pattern, text, from, spans);
        limit.add(spans.length - before);
      }
    }
    return spans;
  }
}

/**
 * Adds the matches that begin in the window at `from`, and returns where the next window begins. The search reads a
 * character before the window, and one after the longest match: `^`, `$` and `\b` look at them.
 */
function* findInWindow(
  { compiled, label }: { compiled: RE2JS; label: string | undefined },
  text: string,
  from: number,
  spans: Span[],
): Steps<number> {
  yield;
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
    yield;
  }
  return searched;
}
