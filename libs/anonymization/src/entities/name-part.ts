import type { Gender } from '../lexicon/titles';

/** One original part of a name and the surrogate that stands for it everywhere in the table (contract: Anonymizing and restoring, rule 3). */
export interface NamePart {
  /** As a name is written in running text: `Müller`, `McDonald` */
  original: string;
  surrogate: string;
  role: 'given' | 'family';
  gender?: Gender;
}
