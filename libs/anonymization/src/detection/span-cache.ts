import { createHmac, randomBytes } from 'node:crypto';
import type { Language } from '../language';
import type { Span } from '../spans/span';

/** Longer texts cost more to hash than they are likely to come again. */
const LONGEST_TEXT = 65_536;

/**
 * Remembers what was found in the latest texts: conversations are sent again with every turn. Keys are keyed hashes
 * with a key of this process alone; the texts themselves are not kept.
 */
export class SpanCache {
  private readonly key = randomBytes(32);
  /** Oldest first. */
  private readonly entries = new Map<string, readonly Span[]>();

  constructor(private readonly size: number) {}

  get(text: string, language: Language): Span[] | undefined {
    if (text.length > LONGEST_TEXT) return undefined;
    const key = this.keyOf(text, language);
    const spans = this.entries.get(key);
    if (!spans) return undefined;
    this.entries.delete(key);
    this.entries.set(key, spans);
    return spans.map((span) => ({ ...span }));
  }

  set(text: string, language: Language, spans: readonly Span[]): void {
    if (text.length > LONGEST_TEXT) return;
    this.entries.set(
      this.keyOf(text, language),
      spans.map((span) => ({ ...span })),
    );
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.size && oldest !== undefined) this.entries.delete(oldest);
  }

  private keyOf(text: string, { code, regions }: Language): string {
    return createHmac('sha256', this.key)
      .update(`${code} ${regions.join(' ')}\n`)
      .update(text, 'utf16le')
      .digest('base64');
  }
}
