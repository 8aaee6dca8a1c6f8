import type { TimeSlice } from '@app/common';
import { unshared } from '../../text/unshared';
import { isNamed } from '../entities/named-thing';
import { fold } from '../../lexicon/fold';
import { answerWordAt, candidateAfter, escapeBeyondAscii } from './answer-words';
import { AddressTracker, type KeptText } from './constructs/address-tracker';
import { decisionWindow } from './decision-window';
import { addressToken, enclosingToken, isInReplacedAddress, LONGEST_TOKEN } from './enclosing-token';
import { matchName } from './match-name';
import { matchPlaceholder, matchWhole } from './match-values';
import type { Reading } from './answer-words';
import type { ReplacementIndex } from './replacement-index';
import type { SentReplacements } from './sent-replacements';

const KEPT_BEHIND = 4_608;
const LONGEST_OPENING = 10;
/** `\u00fc` */
const LONGEST_ESCAPE = 6;
const STEP = 4_096;

/**
 * Reads an answer from left to right, in any pieces, and decides each position once, from a window of limited size, so that
 * the same text has the same result however it is cut.
 */
export class AnswerRestorer {
  private buffer = '';
  private position = 0;
  private restoredEnd = 0;
  private restoredEmail = false;
  /** The length of the text that was dropped before the buffer */
  private dropped = 0;
  private readonly addresses = new AddressTracker();

  constructor(
    private index: ReplacementIndex,
    private sent: SentReplacements,
    /** Receives each reading that is restored, and the text shown for it */
    private onReading: (reading: Reading, shown: string) => void = () => undefined,
  ) {}

  /** Decides all that follows with another part of the same table. */
  continueWith(index: ReplacementIndex, sent: SentReplacements, onReading: (reading: Reading) => void): void {
    [this.index, this.sent, this.onReading] = [index, sent, onReading];
  }

  private write(piece: string, last: boolean): string {
    this.buffer += piece;
    const safe = last ? this.buffer.length : this.settledEnd();
    let output = '';
    let copied = this.position;
    for (;;) {
      const at = Math.min(safe, candidateAfter(this.buffer, this.position) ?? safe);
      this.position = Math.max(this.position, at);
      const step = at < safe ? this.decide(at, last) : undefined;
      if (!step) break;
      if (step.restored !== undefined) {
        output += this.buffer.slice(copied, at) + step.restored;
        copied = step.end;
      }
      this.position = step.end;
    }
    output += this.buffer.slice(copied, this.position);
    this.addresses.readTo(this.position, this.kept);
    if (this.position > 2 * KEPT_BEHIND) {
      this.dropped += this.position - KEPT_BEHIND;
      this.buffer = this.buffer.slice(this.position - KEPT_BEHIND);
      this.restoredEnd -= this.position - KEPT_BEHIND;
      this.position = KEPT_BEHIND;
    }
    // Callers collect thousands of pieces, and the buffer is much longer than a piece.
    return unshared(output);
  }

  /**
   * Adds the next piece of any length, and returns the text that is now final; with `last`, all the rest. The joined result
   * does not depend on the pieces.
   */
  async restore(piece: string, last: boolean, slice: TimeSlice): Promise<string> {
    let output = '';
    let at = 0;
    for (; at + STEP < piece.length; at += STEP) {
      output += this.write(piece.slice(at, at + STEP), false);
      if (slice.isOver) await slice.next();
    }
    return output + this.write(piece.slice(at), last);
  }

  /** An escape or half a surrogate pair at the end may still change its meaning. */
  private settledEnd(): number {
    const { buffer } = this;
    const unit = buffer.charCodeAt(buffer.length - 1);
    const end = unit >= 0xd800 && unit <= 0xdbff ? buffer.length - 1 : buffer.length;
    const near = Math.max(0, end - LONGEST_ESCAPE);
    const escape = buffer.slice(near, end).indexOf('\\');
    return escape < 0 ? end : this.pairStart(near + escape);
  }

  /** Returns where the escape at `at` begins: two backslashes are one escape. */
  private pairStart(at: number): number {
    let run = at;
    while (run > this.position && this.buffer[run - 1] === '\\') run -= 1;
    return at - ((at - run) % 2);
  }

  /** Returns where the text at `at` ends, and its restored form, if any; `undefined` if more text is needed. */
  private decide(at: number, last: boolean): { end: number; restored?: string } | undefined {
    const { buffer, index, sent } = this;
    const word = answerWordAt(buffer, at);
    const end = word?.end ?? at + 1;
    const plain = { end };
    if (end - at > LONGEST_TOKEN) return plain;
    if (word && !last && end >= buffer.length) return undefined;
    const starts = word ? this.mayStart(word.text) : this.mayOpen(at, last);
    if (starts === undefined) return undefined;
    if (!starts) return plain;
    this.addresses.readTo(at, this.kept);
    const addressEnd = this.addresses.endFrom(at, this.kept, last);
    if (addressEnd === undefined) return undefined;
    const limit = decisionWindow(buffer, at, addressEnd, last, index);
    if (limit === undefined) return undefined;
    const window = buffer.slice(0, limit);
    const whole = matchWhole(window, at, index);
    const reading = whole ?? matchName(window, at, index, sent, this.restoredEnd);
    if (!reading) return plain;
    if (!whole && isInReplacedAddress(window, reading.end)) return plain;
    const skipped = { end: reading.end };
    if (whole && !sent.mayRestore(whole)) return skipped;
    if (this.joinsEmail(reading, window)) return whole ? skipped : plain;
    const shown = reading.escaped ? escapeBeyondAscii(reading.restored) : reading.restored;
    const token = this.tokenAround(window, reading, addressEnd, shown);
    if (token !== undefined && !sent.hasToken(token)) return whole ? skipped : plain;
    this.restoredEnd = reading.end;
    this.restoredEmail = reading.type === 'Emails';
    this.onReading({ ...reading, start: at + this.dropped, end: reading.end + this.dropped }, shown);
    this.addresses.readReplaced(buffer.slice(at, reading.end), shown);
    return { end: reading.end, restored: shown };
  }

  /** Returns whether an e-mail address would run into another restored value. */
  private joinsEmail({ start, end, type }: Reading, window: string): boolean {
    const follows = this.restoredEnd > 0 && this.restoredEnd === start;
    if (type !== 'Emails') return follows && this.restoredEmail;
    return follows || matchPlaceholder(window, end, this.index) !== undefined;
  }

  /** The text that is not decided yet, with what is kept before it. */
  get kept(): KeptText {
    return { text: this.buffer, dropped: this.dropped };
  }

  /**
   * Returns the token that must have been sent unchanged for a reading in it to be restored; `undefined` if there is
   * none.
   */
  private tokenAround(
    window: string,
    { start, end, type }: Reading,
    addressEnd: number,
    shown: string,
  ): string | undefined {
    const { addresses, index } = this;
    if (!addresses.isInAddress || addresses.isProse(shown, window.slice(end)))
      return enclosingToken(window, start, end, index);
    // Not for a name alone, which is not an address: after `mailto:`, the reader's program decides where it is sent.
    if (type !== 'Names' && !isNamed(type) && addresses.isWholeLink(start, end, shown, this.kept))
      return undefined;
    return addressToken(addresses.addressAround(start, end, addressEnd, this.kept));
  }

  private mayStart(word: string): boolean {
    const folded = fold(word);
    return this.index.startsWith(folded) || (word.length === 1 && this.index.initials.has(folded));
  }

  /** Returns whether the brackets or signs at `at` may open a replacement; `undefined` if more text is needed. */
  private mayOpen(at: number, last: boolean): boolean | undefined {
    const head = this.buffer.slice(at, at + LONGEST_OPENING);
    const lead = /^[\\[［【{<(+\s*]*/.exec(head)?.[0].length ?? 0;
    if (lead < head.length) return this.index.patterns.startsWith(head.charAt(lead));
    return head.length < LONGEST_OPENING && !last ? undefined : false;
  }
}
