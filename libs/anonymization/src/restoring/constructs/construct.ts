/** What a construct may look at: the text up to and including the character that it is given. */
export interface RecentText {
  /** The last 64 characters; a line break stands before the start of the text */
  readonly recent: string;
  /** How many of the last characters begin an address, as browsers read it; none where they begin none */
  readonly addressLength: number | undefined;
  /** The character before */
  readonly previous: string;
  /** Only blanks and marks of quotations stand on this line so far, this character included */
  readonly isLineStart: boolean;
  /** This character ends a line that held nothing */
  readonly endsParagraph: boolean;
}

/**
 * A form in which texts hold addresses, followed from left to right by its own grammar. Where renderers disagree it
 * follows the one that goes on longest: it may end later than they say, never earlier.
 */
export interface Construct {
  /** Whether what comes next may become part of an address. */
  readonly isOpen: boolean;
  /** Whether it follows nothing: only an opening changes it. */
  readonly isIdle: boolean;
  /**
   * Takes the next character, unless it and the one before belong to a word, or it is idle and no opening has begun;
   * where that opens an address, returns how many characters back the address starts.
   */
  next(character: string, text: RecentText): number | undefined;
  copy(): Construct;
}

/** The blanks of ASCII: in Markdown, HTML and most linkifiers no others end an address. */
export function isAsciiBlank(character: string): boolean {
  return character === ' ' || (character >= '\t' && character <= '\r');
}
