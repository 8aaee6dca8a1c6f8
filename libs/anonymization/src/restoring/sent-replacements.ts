import { inventedKey } from '../entities/named-thing';
import type { EntityType } from '../entity-type';
import { mergeSpans } from '../spans/unite-spans';
import { atOnce, type Steps } from '../steps';
import { AddressTracker, type KeptText } from './constructs/address-tracker';
import { addressToken, enclosingToken } from './enclosing-token';
import type { Reading } from './answer-words';
import { pairOf, pairsOfForm, withoutS, wordAfter, wordBefore } from './name-words';
import { readingsIn } from './read-everything';
import type { ReplacementIndex } from './replacement-index';

/** What stood in the messages of one model call, and so may be turned back in its answer (contract: Anonymizing and restoring, rule 6). */
export class SentReplacements {
  private readonly replacements = new Set<string>();
  private readonly parts = new Set<string>();
  private readonly pairs = new Set<string>();
  private readonly tokens = new Set<string>();
  /** How many places of each kind were read. */
  readonly counts: Partial<Record<EntityType, number>> = {};

  constructor(
    private readonly index: ReplacementIndex,
    /** Counts every form of the table as sent */
    private readonly everything = false,
  ) {}

  static of(index: ReplacementIndex, messages: readonly string[]): SentReplacements {
    return atOnce(new SentReplacements(index).read(messages));
  }

  *read(messages: readonly string[]): Steps<this> {
    const { index } = this;
    for (const message of messages) {
      const addresses = new AddressTracker();
      const kept = { text: message, dropped: 0 };
      const readings = yield* readingsIn(message, index);
      for (const { type } of mergeSpans(readings)) this.counts[type] = (this.counts[type] ?? 0) + 1;
      for (const reading of readings) {
        const { start, end, parts } = reading;
        this.addForm(reading);
        for (const part of parts ?? []) {
          this.parts.add(part);
          const before = wordBefore(message, start);
          const after = wordAfter(message, end);
          for (const other of [before, after]) {
            if (other !== undefined) this.pairs.add(pairOf(other, part)).add(pairOf(withoutS(other), part));
          }
        }
        yield* addresses.reading(start, kept);
        for (const token of this.tokensAround(addresses, { start, end }, kept)) this.tokens.add(token);
        yield;
      }
    }
    return this;
  }

  has(replacement: string): boolean {
    return this.everything
      ? this.index.table.behind(replacement) !== undefined || this.index.values.isInvented(replacement)
      : this.replacements.has(replacement);
  }

  /** Whether what was read as a whole may be turned back: it was sent, and policy did not remove it. */
  mayRestore({ replacement, removed }: Reading): boolean {
    return replacement !== undefined && this.has(replacement) && (!removed || this.everything);
  }

  hasPart(part: string): boolean {
    return this.everything || this.parts.has(part);
  }

  hasPair(pair: string): boolean {
    return this.pairs.has(pair) || (this.everything && this.index.pairs.has(pair));
  }

  hasToken(token: string): boolean {
    return this.tokens.has(token);
  }

  /** The address that is open there, and the word as it is where none is. */
  private tokensAround(
    addresses: AddressTracker,
    { start, end }: Pick<Reading, 'start' | 'end'>,
    kept: KeptText,
  ): string[] {
    const token = enclosingToken(kept.text, start, end, this.index);
    const addressEnd = addresses.endFrom(start, kept, true);
    const isInAddress = addresses.isInAddress && addressEnd !== undefined;
    const address = isInAddress ? [addressToken(addresses.addressAround(start, end, addressEnd, kept))] : [];
    return token === undefined ? address : [...address, token];
  }

  private addForm({ type, replacement }: Reading): void {
    if (replacement === undefined || this.replacements.has(replacement)) return;
    this.replacements.add(replacement).add(inventedKey(type, replacement));
    for (const pair of pairsOfForm(replacement)) this.pairs.add(pair);
  }
}
