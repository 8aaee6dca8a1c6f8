import { createHmac, randomBytes } from 'node:crypto';
import type { Language } from '../language';
import type { Span } from '../spans/span';

/** What an entry costs by itself, and each of its spans, in bytes. */
const ENTRY_BYTES = 200;
const SPAN_BYTES = 120;

/**
 * Remembers what was found in the latest texts: conversations are sent again with every turn. Keys are keyed hashes
 * with a key of this process alone, over owner, language and text; the texts themselves are not kept, and nobody can
 * tell by the time that an answer takes what others have sent.
 */
export class SpanCache {
  private readonly key = randomBytes(32);
  /** Oldest first. */
  private readonly entries = new Map<string, readonly Span[]>();
  private bytes = 0;

  /** @param mostBytes of all entries together */
  constructor(private readonly mostBytes: number) {}

  get(text: string, language: Language, owner: string): Span[] | undefined {
    const key = this.keyOf(text, language, owner);
    const spans = this.entries.get(key);
    if (!spans) return undefined;
    this.entries.delete(key);
    this.entries.set(key, spans);
    return spans.map((span) => ({ ...span }));
  }

  set(text: string, language: Language, owner: string, spans: readonly Span[]): void {
    const key = this.keyOf(text, language, owner);
    this.forget(key);
    this.entries.set(
      key,
      spans.map((span) => ({ ...span })),
    );
    this.bytes += bytesOf(spans);
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.mostBytes) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const spans = this.entries.get(key);
    if (!spans) return;
    this.entries.delete(key);
    this.bytes -= bytesOf(spans);
  }

  private keyOf(text: string, { code, regions }: Language, owner: string): string {
    return createHmac('sha256', this.key)
      .update(`${owner.length} ${owner} ${code} ${regions.join(' ')}\n`)
      .update(text, 'utf16le')
      .digest('base64');
  }
}

const bytesOf = (spans: readonly Span[]): number => ENTRY_BYTES + spans.length * SPAN_BYTES;
