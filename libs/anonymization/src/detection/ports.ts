import type { EntityType } from '../entity-type';
import type { Language } from '../language';
import type { Span } from '../spans/span';
import type { ModelInput } from './entity-model/read-text';

/**
 * Finds one kind of value in a text. Pure and synchronous: no I/O, no state, no logging of what was found.
 * It runs on every text in which a kind of its own is looked for, whatever the language (contract: Languages and choices): texts mix languages.
 */
export abstract class Recognizer {
  /** Unique among the recognizers of a detector. */
  abstract readonly name: string;

  /** The kinds of what it finds. */
  abstract readonly finds: readonly EntityType[];

  /** Spans in any order; they may overlap. Time grows linearly with the text, also for hostile ones. */
  abstract find(text: string, language: Language): Span[];
}

/** Finds persons' names by meaning rather than by pattern. */
export abstract class EntityModel {
  /** @returns one list of `Names` spans per text, in order, apart from each other and sorted */
  abstract find(texts: readonly string[]): Promise<Span[][]>;
}

/** The two heavy halves of the entity model, wherever they run. */
export abstract class EntityEngine {
  /** @param text well-formed: no lone surrogates */
  abstract read(text: string): Promise<ModelInput>;

  /**
   * @param window piece ids with the special ones around them
   * @returns the scores of all classes for each piece, without the special ones
   */
  abstract score(window: Int32Array): Promise<Float32Array>;
}

/** Everything that is found in texts, resolved: what a {@link Detector} asks, on this thread or another. */
export abstract class SpanFinder {
  /**
   * @param kinds what is looked for (`kindsToSearch`)
   * @returns one list of spans per text, sorted; those of one type apart from each other (`resolveFindings`)
   */
  abstract find(
    texts: readonly string[],
    language: Language,
    signal: AbortSignal,
    kinds: readonly EntityType[],
  ): Promise<Span[][]>;

  abstract close(): Promise<void>;
}
