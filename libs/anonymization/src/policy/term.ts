import type { Span } from '../spans/span';
import type { Steps } from '../steps';

/** Finds what an organization or a user wants to have hidden. */
export interface TermSearch {
  /** In order of appearance for each term; they may overlap. */
  find(text: string): Steps<Span[]>;
}

/** A phrase that is always hidden. */
export interface Term {
  /** Whole words; inflected forms of the last one count too */
  phrase: string;
  /** Whether capitals and small letters must be as given */
  exactCase?: boolean;
  /** Of its placeholders; absent: `TERM` */
  label?: string;
}

/** A span of an organization's term. */
export const termSpan = (start: number, end: number, canonical: string, label?: string): Span => ({
  start,
  end,
  type: 'Terms',
  canonical,
  mode: 'always',
  ...(label !== undefined && { label }),
});
