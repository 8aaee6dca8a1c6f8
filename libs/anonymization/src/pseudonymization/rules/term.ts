import type { TimeSlice } from '@app/common';
import type { Span } from '../../text/spans/span';

/** Finds values that an organization or a user wants to hide. */
export interface TermSearch {
  /** Returns the spans of each term in order of appearance. They may overlap. */
  find(text: string, slice: TimeSlice): Promise<Span[]>;
}

/** A phrase that is always hidden. */
export interface Phrase {
  /** Whole words. The last one may be inflected */
  phrase: string;
  /** Whether case must match */
  exactCase?: boolean;
  /** The label of its placeholders. If absent, `TERM` */
  label?: string;
}

/** A pattern in RE2's syntax with matches that are always hidden. */
export interface Pattern {
  pattern: string;
  /** The label of its placeholders. If absent, `TERM` */
  label?: string;
}

/** Returns a span of an organization's term. */
export const termSpan = (start: number, end: number, canonical: string, label?: string): Span => ({
  start,
  end,
  type: 'Terms',
  canonical,
  mode: 'always',
  ...(label !== undefined && { label }),
});
