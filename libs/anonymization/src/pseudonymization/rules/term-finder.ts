import type { TimeSlice } from '@app/common';
import type { Span } from '../../text/spans/span';
import { PatternFinder } from './pattern-finder';
import { PhraseFinder } from './phrase-finder';
import type { Pattern, Phrase, TermSearch } from './term';

/** Finds the terms of an organization or a user: phrases as whole words, and the matches of patterns. */
export class TermFinder implements TermSearch {
  private constructor(
    private readonly finders: readonly TermSearch[],
    /** The phrases that are found in any case of their letters */
    readonly phrases: readonly string[],
  ) {}

  /**
   * Checks a pattern. Its size limits the time of a search.
   *
   * @returns the size of its program, which is its maximum cost per character (0 if it does not compile), and its problem, as
   *   the end of a sentence about its field, if there is one
   */
  static checkPattern(pattern: string): { programSize: number; problem?: string } {
    return PatternFinder.check(pattern);
  }

  /**
   * Builds a finder. Yields, because a policy has up to 10,000 terms.
   *
   * @param terms phrases, and patterns without a problem ({@link TermFinder.checkPattern})
   */
  static async of(terms: Iterable<Phrase | Pattern>, slice: TimeSlice): Promise<TermFinder> {
    const phrases: Phrase[] = [];
    const patterns: Pattern[] = [];
    for (const term of terms) {
      if ('phrase' in term) phrases.push(term);
      else patterns.push(term);
      if (slice.isOver) await slice.next();
    }
    return new TermFinder(
      [
        ...(phrases.length > 0 ? [await PhraseFinder.of(phrases, slice)] : []),
        ...(patterns.length > 0 ? [new PatternFinder(patterns)] : []),
      ],
      phrases.filter(({ exactCase }) => !exactCase).map(({ phrase }) => phrase),
    );
  }

  /** @throws TooManyValues */
  async find(text: string, slice: TimeSlice): Promise<Span[]> {
    const spans: Span[] = [];
    for (const finder of this.finders) for (const span of await finder.find(text, slice)) spans.push(span);
    return spans;
  }
}
