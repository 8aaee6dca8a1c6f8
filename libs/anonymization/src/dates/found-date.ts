import type { Range } from '../spans/ranges';

/** A calendar date as it is written, whole or in part. */
export interface FoundDate extends Range {
  /** `YYYY-MM-DD`; absent where a part is missing, or several days are meant */
  iso?: string;
  /** The same if it is the day of a birth, where a year of two digits reads otherwise then */
  birth?: string;
}
