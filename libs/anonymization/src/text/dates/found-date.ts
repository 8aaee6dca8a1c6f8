import type { Range } from '../spans/ranges';

/** A calendar date as it is written, complete or partial. */
export interface FoundDate extends Range {
  /** `YYYY-MM-DD`. Absent if a part is missing, or if several days are meant */
  iso?: string;
  /** The date if it is a day of birth. Present if a two-digit year then means another century */
  birth?: string;
}
