import type { EntityType } from '../entity-type';

/** A place that reads as a replacement, and what stands behind it. */
export interface Reading {
  start: number;
  end: number;
  type: EntityType;
  /** What is put there when it is restored */
  restored: string;
  /** Letters of it were written as escapes (`\u00fc`), and are to be again */
  escaped?: boolean;
  /** The folded surrogate parts that a name is read from; absent for what is read as a whole */
  parts?: readonly string[];
  /** The replacement that was read, as issued; absent for a name read part by part */
  replacement?: string;
}
