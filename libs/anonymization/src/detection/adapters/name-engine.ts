import type { Reading } from './reading';

/** The two heavy halves of the name model, wherever they run. */
export abstract class NameEngine {
  /** @param text well-formed: no lone surrogates */
  abstract read(text: string): Promise<Reading>;

  /**
   * @param window piece ids with the special ones around them
   * @returns the scores of all classes for each piece, without the special ones
   */
  abstract score(window: Int32Array): Promise<Float32Array>;
}
