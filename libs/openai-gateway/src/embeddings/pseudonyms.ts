import { createHmac, type KeyObject } from 'node:crypto';
import { EntityTable, kindOf, type AnonymizedText, type EntityType, type Span } from '@app/anonymization';

/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 13;
const BITS = 5;
/** Kinds in which every spelling is the same run of letters and digits, however it is spaced. */
const COMPACT: ReadonlySet<EntityType> = new Set(['Cards', 'BankAccounts', 'IdNumbers', 'Phone', 'Plates']);

/**
 * Replaces values by pseudonyms of their organization. The same value has the same pseudonym in every text, so that
 * similar texts get similar vectors. A person has one pseudonym for each part of the name, so that one part finds them.
 */
export class Pseudonyms {
  /** The pseudonyms in use, for counting. */
  readonly table = EntityTable.create('placeholders');

  /** The number of pseudonyms of each kind. */
  readonly counts: Partial<Record<EntityType, number>> = {};

  /** @param key the organization's key */
  constructor(private readonly key: KeyObject) {}

  /**
   * Returns the text with pseudonyms in place of its hidden values. A value that the policy removes leaves only its
   * kind.
   */
  write(text: string, { detected, replacements }: AnonymizedText): string {
    const removed = new Set(replacements.filter((one) => one.removed).map(({ original }) => original));
    const pieces: string[] = [];
    let at = 0;
    for (const span of detected) {
      const original = text.slice(span.start, span.end);
      pieces.push(text.slice(at, span.start));
      pieces.push(removed.has(original) ? `[${kindOf(span.type).label}]` : this.of(original, span));
      at = span.end;
    }
    return pieces.join('') + text.slice(at);
  }

  private of(original: string, span: Span): string {
    if (span.type !== 'Names') return this.record(span.type, original, span.canonical ?? original);
    return original
      .split(/(\s+)/)
      .map((part) => (part.trim() === '' ? part : this.record('Names', part, part)))
      .join('');
  }

  private record(type: EntityType, original: string, canonical: string): string {
    const replacement = `[${kindOf(type).label}_${this.hash(`${type} ${normalized(type, canonical)}`)}]`;
    if (!this.table.behind(replacement)) {
      this.table.record(this.table.add({ type, forms: [] }), { original, replacement });
      this.counts[type] = (this.counts[type] ?? 0) + 1;
    }
    return replacement;
  }

  private hash(value: string): string {
    const digest = createHmac('sha256', this.key).update(value).digest();
    let bits = 0n;
    for (const byte of digest.subarray(0, 9)) bits = (bits << 8n) | BigInt(byte);
    let letters = '';
    for (let i = 0; i < LETTERS; i += 1) letters += BASE32[Number((bits >> BigInt(i * BITS)) & 31n)];
    return letters;
  }
}

/** Returns the one spelling that all spellings of a value share. */
function normalized(type: EntityType, value: string): string {
  const folded = value.normalize('NFKC').toLowerCase();
  if (COMPACT.has(type)) return folded.replace(/[^\p{L}\p{N}]/gu, '');
  return type === 'Names' ? folded.replace(/[^\p{L}\p{N}'’-]/gu, '') : folded.split(/\s+/).join(' ').trim();
}
