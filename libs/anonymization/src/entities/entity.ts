import type { EntityType } from '../entity-type';
import type { Gender } from '../lexicon/titles';

/** One way in which a value is written, and the one replacement that stands for it. */
export interface Form {
  original: string;
  replacement: string;
}

/** What the forms of a name say about the person; all in folded spelling. */
export interface Person {
  given: string[];
  family: string[];
  gender?: Gender;
}

/** A person, an address or a number, with all its forms (contract: Anonymizing and restoring). */
export interface Entity {
  type: EntityType;
  /** The number of its placeholders; absent until it has one */
  number?: number;
  /** The lower-cased address, or the number in E.164 */
  canonical?: string;
  person?: Person;
  forms: Form[];
}
