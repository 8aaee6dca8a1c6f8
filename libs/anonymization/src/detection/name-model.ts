import type { Span } from '../spans/span';

/** Finds persons' names by meaning rather than by pattern. */
export abstract class NameModel {
  /** @returns one list of `Names` spans per text, in order, apart from each other and sorted */
  abstract find(texts: readonly string[]): Promise<Span[][]>;
}
