import type { EntityType } from '../kinds/entity-type';
import type { Language } from '../text/language';
import type { Span } from '../text/spans/span';
import type { ModelInput } from './entity-model/read-text';
import type { SearchedText } from './searched-text';

/**
 * Finds values of some kinds in a text. Pure and synchronous: no I/O, no state, no logging of findings. It runs on every
 * text in which one of its kinds is searched for, whatever the language (contract: Languages and choices), because texts
 * mix languages.
 */
export abstract class Recognizer {
  /** Unique among the recognizers of a detector. */
  abstract readonly name: string;

  /** The kinds that it finds. */
  abstract readonly finds: readonly EntityType[];

  /**
   * Returns spans in any order, which may overlap. Its time is linear in the length of the text, even for hostile ones.
   */
  abstract find(searched: SearchedText): Span[];
}

/** Finds the kinds that only meaning reveals, such as persons' names. */
export abstract class EntityModel {
  /** @returns one list of spans per text, in order, without overlaps and sorted */
  abstract find(texts: readonly string[]): Promise<Span[][]>;
}

/** The two expensive parts of the entity model, on any thread. */
export abstract class EntityEngine {
  /** @param text well-formed: no lone surrogates */
  abstract read(text: string): Promise<ModelInput>;

  /**
   * @param window piece ids with the special pieces around them
   * @returns the scores of all classes for each piece, without the special pieces
   */
  abstract score(window: Int32Array): Promise<Float32Array>;
}

/** Finds all values in texts, resolved. A {@link Detector} calls it on this thread or another. */
export abstract class SpanFinder {
  /**
   * @param kinds the kinds to search for (`kindsToSearch`)
   * @returns one list of spans per text, sorted; those of one kind do not overlap (`resolveFindings`)
   */
  abstract find(
    texts: readonly string[],
    language: Language,
    signal: AbortSignal,
    kinds: readonly EntityType[],
  ): Promise<Span[][]>;

  abstract close(): Promise<void>;
}
