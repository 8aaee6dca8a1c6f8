/**
 * Restores a text while it arrives. For any pieces, the joined output equals `restore` of the whole. The returned text is
 * final. No part of a replacement is ever shown.
 */
export interface RestoringText {
  write(piece: string): Promise<string>;
  /** Ends the text, and returns the rest. */
  end(): Promise<string>;
}
