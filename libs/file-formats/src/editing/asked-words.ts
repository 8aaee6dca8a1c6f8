/** What was asked to be hidden, wherever it is in a file. */
export interface AskedWords {
  /** Words of the request, however blanks are written in them */
  words: readonly string[];
  /** Terms of the organization */
  terms: readonly string[];
}

export const NOTHING_ASKED: AskedWords = { words: [], terms: [] };
