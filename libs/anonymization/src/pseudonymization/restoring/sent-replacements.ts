import type { TimeSlice } from '@app/common';
import { inventedKey } from '../entities/named-thing';
import type { EntityType } from '../../kinds/entity-type';
import { mergeSpans } from '../../text/spans/unite-spans';
import { AddressTracker, type KeptText } from './constructs/address-tracker';
import { addressToken, enclosingToken, wholeAddress } from './enclosing-token';
import type { Reading } from './answer-words';
import { pairOf, pairsOfForm, withoutS, wordAfter, wordBefore } from './name-words';
import { readingsIn } from './read-everything';
import type { ReplacementIndex } from './replacement-index';

/** The replacements in texts, as an index reads them. */
class ReadTexts {
  readonly replacements = new Set<string>();
  readonly parts = new Set<string>();
  readonly pairs = new Set<string>();
  readonly tokens = new Set<string>();
  readonly counts: Partial<Record<EntityType, number>> = {};

  add(other: ReadTexts): void {
    for (const name of ['replacements', 'parts', 'pairs', 'tokens'] as const)
      for (const value of other[name]) this[name].add(value);
    for (const [type, count] of Object.entries(other.counts) as [EntityType, number][])
      this.counts[type] = (this.counts[type] ?? 0) + count;
  }
}

/** The prefix of an address, a file name or another token that contains a replacement. */
export const TOKEN = 'token:';
/** The prefix of a word next to a name part, with it (`pairOf`). */
export const PAIR = 'pair:';

/** The texts around replacements, as keys with their prefix. */
export type Contexts = ReadonlySet<string>;

/** Returns the contexts with a prefix, without it. */
export const contextsWith = (prefix: string, contexts: Contexts): string[] =>
  [...contexts].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

/** Caches read texts: a text is read when it is hidden, to verify it, and again when its answer is restored. */
const readBefore = new WeakMap<ReplacementIndex, Map<string, ReadTexts>>();

/**
 * The replacements in the messages of one model call, which may be restored in its answer
 * (contract: Anonymizing and restoring, rule 6).
 */
export class SentReplacements {
  private readonly all = new ReadTexts();

  /**
   * @param counted what counts as sent: what the texts contain; every replacement of the table; or these and, to verify a
   *   hidden text, those of removed values
   */
  constructor(
    private readonly index: ReplacementIndex,
    private readonly counted: 'read' | 'issued' | 'all' = 'read',
  ) {}

  /** Counts tokens and pairs as sent that texts contained before. */
  include(contexts: Contexts): this {
    for (const token of contextsWith(TOKEN, contexts)) this.all.tokens.add(token);
    for (const pair of contextsWith(PAIR, contexts)) this.all.pairs.add(pair);
    return this;
  }

  /** What decides, beside the replacements themselves, whether they are restored in a text. */
  get contexts(): Contexts {
    const { tokens, pairs } = this.all;
    return new Set([...[...tokens].map((token) => TOKEN + token), ...[...pairs].map((pair) => PAIR + pair)]);
  }

  async read(messages: readonly string[], slice: TimeSlice): Promise<this> {
    const known = readBefore.get(this.index) ?? new Map<string, ReadTexts>();
    readBefore.set(this.index, known);
    for (const message of messages) {
      const read = known.get(message) ?? (await this.readText(message, slice));
      known.set(message, read);
      this.all.add(read);
      if (slice.isOver) await slice.next();
    }
    return this;
  }

  private async readText(text: string, slice: TimeSlice): Promise<ReadTexts> {
    const { index } = this;
    const read = new ReadTexts();
    const addresses = new AddressTracker();
    const kept = { text, dropped: 0 };
    const readings = await readingsIn(text, index, slice);
    const whole = readings.length > 0 ? wholeAddress(text) : undefined;
    if (whole !== undefined) read.tokens.add(whole);
    for (const { type } of mergeSpans(readings)) read.counts[type] = (read.counts[type] ?? 0) + 1;
    for (const reading of readings) {
      const { start, end, parts } = reading;
      addForm(read, reading);
      for (const part of parts ?? []) {
        read.parts.add(part);
        for (const other of [wordBefore(text, start), wordAfter(text, end)])
          if (other !== undefined) read.pairs.add(pairOf(other, part)).add(pairOf(withoutS(other), part));
      }
      await addresses.readAllTo(start, kept, slice);
      for (const token of this.tokensAround(addresses, { start, end }, kept)) read.tokens.add(token);
      if (slice.isOver) await slice.next();
    }
    return read;
  }

  /** The number of readings of each kind. */
  get counts(): Readonly<Partial<Record<EntityType, number>>> {
    return this.all.counts;
  }

  has(replacement: string): boolean {
    return this.counted !== 'read'
      ? this.index.table.behind(replacement) !== undefined || this.index.values.isInvented(replacement)
      : this.all.replacements.has(replacement);
  }

  /**
   * Returns whether a value that was read as a whole may be restored: it was sent, and the policy did not remove it.
   */
  mayRestore({ replacement, removed }: Reading): boolean {
    return replacement !== undefined && this.has(replacement) && (!removed || this.counted === 'all');
  }

  /** Returns whether values may be restored in an address that is a text of its own: if it has blanks, it must have been sent. */
  mayRestoreWhole(address: string): boolean {
    const whole = wholeAddress(address);
    return whole === undefined || this.hasToken(whole);
  }

  hasPart(part: string): boolean {
    return this.counted !== 'read' || this.all.parts.has(part);
  }

  hasPair(pair: string): boolean {
    return this.all.pairs.has(pair) || (this.counted !== 'read' && this.index.pairs.has(pair));
  }

  hasToken(token: string): boolean {
    return this.all.tokens.has(token);
  }

  /** Returns the address that is open there, or the word if there is none. */
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
}

function addForm({ replacements, pairs }: ReadTexts, { type, replacement }: Reading): void {
  if (replacement === undefined || replacements.has(replacement)) return;
  replacements.add(replacement).add(inventedKey(type, replacement));
  for (const pair of pairsOfForm(replacement)) pairs.add(pair);
}
