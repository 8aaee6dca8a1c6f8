import type { Language } from '../language';
import type { Span } from '../spans/span';

/**
 * Finds one kind of value in a text. Pure and synchronous: no I/O, no state, no logging of what was found.
 * Every recognizer runs on every text, whatever the language (contract: Languages and choices): texts mix languages.
 */
export abstract class Recognizer {
  /** Unique among the recognizers of a detector. */
  abstract readonly name: string;

  /** Spans in any order; they may overlap. Time grows linearly with the text, also for hostile ones. */
  abstract find(text: string, language: Language): Span[];
}
