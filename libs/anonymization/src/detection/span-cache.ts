import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EntityType } from '../kinds/entity-type';
import type { Language } from '../text/language';
import type { Span } from '../text/spans/span';
import { answersFor } from './kinds-to-search';

/** The size of an entry and of each of its spans, in bytes. */
const ENTRY_BYTES = 200;
const SPAN_BYTES = 120;

interface Entry {
  spans: readonly Span[];
  /** The kinds that were searched for. */
  kinds: readonly EntityType[];
}

/**
 * Caches the findings of recent texts, because conversations are sent again with every turn. Keys are hashes of owner,
 * language and text under a key of this process. The texts are not stored, and response times reveal nothing about the
 * texts of other owners. A search for some kinds does not answer a request for more.
 */
export class SpanCache {
  private readonly key = createSecretKey(randomBytes(32));
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  /** @param mostBytes the limit for all entries together */
  constructor(private readonly mostBytes: number) {}

  /**
   * @param key {@link keyOf} the text
   * @param kinds the wanted kinds; findings of other kinds are returned too
   */
  get(key: string, kinds: readonly EntityType[]): Span[] | undefined {
    const entry = this.entries.get(key);
    if (!entry || !answersFor(entry.kinds, kinds)) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.spans.map((span) => ({ ...span }));
  }

  /** @param kinds the kinds that were searched for; an entry for more of them is kept */
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

  /** Returns the key of a text. Takes about 25 ms for 16 MiB. */
  keyOf(text: string, { code, regions }: Language, owner: string): string {
    return createHmac('sha256', this.key)
      .update(`${owner.length} ${owner} ${code} ${regions.join(' ')}\n`)
      .update(text, 'utf16le')
      .digest('base64');
  }
}

const bytesOf = (spans: readonly Span[]): number => ENTRY_BYTES + spans.length * SPAN_BYTES;
