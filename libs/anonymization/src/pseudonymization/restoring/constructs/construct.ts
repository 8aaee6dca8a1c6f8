/** The text that a construct may read: up to and including the current character. */
export interface RecentText {
  /** The last 64 characters. The text counts as preceded by a line break */
  readonly recent: string;
  /** How many of the last characters begin an address, as browsers read it; undefined if none do */
  readonly addressLength: number | undefined;
  /** The previous character */
  readonly previous: string;
  /** Whether this line contains only blanks and quotation marks of mails so far, including this character */
  readonly isLineStart: boolean;
  /** Whether this character ends an empty line */
  readonly endsParagraph: boolean;
}

/**
 * A form in which texts contain addresses, parsed from left to right by its own grammar. If renderers disagree, it follows
 * the one with the longest reading: it may end later than a renderer's, but never earlier.
 */
export interface Construct {
  /** Whether the next character may become part of an address. */
  readonly isOpen: boolean;
  /** Whether it is inactive, so that only an opening changes it. */
  readonly isIdle: boolean;
  /**
   * Reads the next character. Not called for a character inside a word, or while it is idle and no opening has begun.
   * If that opens an address, returns how many characters before it starts.
   */
  next(character: string, text: RecentText): number | undefined;
  copy(): Construct;
}

/** Returns whether it is an ASCII blank: in Markdown, HTML and most linkifiers, no other blank ends an address. */
export function isAsciiBlank(character: string): boolean {
  return character === ' ' || (character >= '\t' && character <= '\r');
}
