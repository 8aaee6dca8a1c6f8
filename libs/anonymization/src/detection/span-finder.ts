import type { Language } from '../language';
import type { Span } from '../spans/span';

/** Everything that is found in texts, resolved: what a {@link Detector} asks, on this thread or another. */
export abstract class SpanFinder {
  /** @returns one list of spans per text, sorted and apart from each other */
  abstract find(texts: readonly string[], language: Language, signal: AbortSignal): Promise<Span[][]>;

  abstract close(): Promise<void>;
}
