import type { Language } from '../language';
import type { Span } from '../span';
import type { Recognizer } from './recognizer';
import { resolveSpans } from './resolve-spans';
import { SpanFinder } from './span-finder';

/** All recognizers on every text, whatever is asked for (contract 4, rule 4). */
export class RecognizingSpanFinder extends SpanFinder {
  constructor(private readonly recognizers: readonly Recognizer[]) {
    super();
  }

  async find(texts: readonly string[], language: Language, signal: AbortSignal): Promise<Span[][]> {
    return texts.map((text) => {
      signal.throwIfAborted();
      return resolveSpans(
        text,
        this.recognizers.flatMap((recognizer) => recognizer.find(text, language)),
      );
    });
  }

  async close(): Promise<void> {}
}
