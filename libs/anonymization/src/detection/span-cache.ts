import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EntityType } from '../entity-type';
import type { Language } from '../language';
import type { Span } from '../spans/span';
import { answersFor } from './kinds-to-search';

/** What an entry costs by itself, and each of its spans, in bytes. */
const ENTRY_BYTES = 200;
const SPAN_BYTES = 120;

interface Entry {
  spans: readonly Span[];
  /** What was looked for. */
  kinds: readonly EntityType[];
}

/**
 * Remembers what was found in the latest texts: conversations are sent again with every turn. Keys are keyed hashes
 * with a key of this process alone, over owner, language and text; the texts themselves are not kept, and nobody can
 * tell by the time that an answer takes what others have sent. What was searched for fewer kinds is not known for more.
 */
export class SpanCache {
  private readonly key = createSecretKey(randomBytes(32));
  /** Oldest first. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  /** @param mostBytes of all entries together */
  constructor(private readonly mostBytes: number) {}

  /**
   * @param key {@link keyOf} the text
   * @param kinds that are wanted; what is found beside them comes too
   */
  get(key: string, kinds: readonly EntityType[]): Span[] | undefined {
    const entry = this.entries.get(key);
    if (!entry || !answersFor(entry.kinds, kinds)) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.spans.map((span) => ({ ...span }));
  }

  /** @param kinds in which the text was searched; what is known of more of them stays */
  set(key: string, { spans, kinds }: Entry): void {
    const known = this.entries.get(key);
    if (known && answersFor(known.kinds, kinds)) return;
    this.forget(key);
    this.entries.set(key, { kinds, spans: spans.map((span) => ({ ...span })) });
    this.bytes += bytesOf(spans);
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.mostBytes) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= bytesOf(entry.spans);
  }

  /** Costs some 25 ms for a text of 16 MiB. */
  keyOf(text: string, { code, regions }: Language, owner: string): string {
    return createHmac('sha256', this.key)
      .update(`${owner.length} ${owner} ${code} ${regions.join(' ')}\n`)
      .update(text, 'utf16le')
      .digest('base64');
  }
}

const bytesOf = (spans: readonly Span[]): number => ENTRY_BYTES + spans.length * SPAN_BYTES;
