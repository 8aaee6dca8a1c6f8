/** A regular expression of the product. */
export interface Pattern {
  /** The file and line where it is written or built */
  place: string;
  source: string;
  flags: string;
}
