import { RE2JS } from 're2js';
import type { Span } from '../spans/span';
import type { Steps } from '../steps';
import { type TermSearch, termSpan } from './term';

/** A pattern in RE2's syntax; what it matches is always hidden. */
export interface TermPattern {
  pattern: string;
  /** Of its placeholders; absent: `TERM` */
  label?: string;
}

/** Instructions of a compiled pattern: each character of a text costs at most so many steps. */
const LARGEST_PROGRAM = 256;
/** Between them they show a pattern that matches nothing but a place. */
const SAMPLES = ['', 'a', ' a1 \n_-. '];

/**
 * What speaks against a pattern, as the end of a sentence about its field; undefined: nothing. Its time is linear in the
 * text and in its size, so that one that is small enough is quick enough.
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

/** Finds what patterns match, in time that is linear in the text whatever it is. */
export class PatternFinder implements TermSearch {
  private readonly patterns;

  /** @param patterns of which {@link problemOfPattern} has nothing to say */
  constructor(patterns: readonly TermPattern[]) {
    this.patterns = patterns.map(({ pattern, label }) => ({ compiled: RE2JS.compile(pattern), label }));
  }

  *find(text: string): Steps<Span[]> {
    const spans: Span[] = [];
    for (const { compiled, label } of this.patterns) {
      yield;
      // A look for any match costs a hundredth of a look for each.
      if (!compiled.test(text)) continue;
      const matcher = compiled.matcher(text);
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (start < end) spans.push(termSpan(start, end, text.slice(start, end), label));
        yield;
      }
    }
    return spans;
  }
}
