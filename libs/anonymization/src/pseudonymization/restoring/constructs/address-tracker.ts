import type { TimeSlice } from '@app/common';
import { OpenConstructs } from './open-constructs';

/** The length of the longest address that is compared as a whole. */
const LONGEST_ADDRESS = 2_048;

const STEP = 4_096;
/** A scheme and a complete host: text after it does not change the destination. */
const COMPLETE_HOST = /^[^/\\?#]*[/\\]{2}[^/\\?#\s"'<>]+[/\\?#]/;

/** The retained part of a text, and the length of the text that was dropped before it. */
export interface KeptText {
  text: string;
  dropped: number;
}

/** Determines, position by position, in which address a text is. Positions are offsets in the retained text. */
export class AddressTracker {
  private readonly constructs = new OpenConstructs();
  private ahead: OpenConstructs | undefined;

  /** Reads the text before a position as it is written. */
  readTo(at: number, { text, dropped }: KeptText): void {
    const from = this.constructs.position - dropped;
    if (at > from) this.constructs.read(text.slice(from, at));
  }

  /** Like `readTo`, for a text of any length. */
  async readAllTo(at: number, kept: KeptText, slice: TimeSlice): Promise<void> {
    for (let to = this.constructs.position - kept.dropped + STEP; to < at; to += STEP) {
      this.readTo(to, kept);
      if (slice.isOver) await slice.next();
    }
    this.readTo(at, kept);
  }

  /** Reads a part that is shown as another text. */
  readReplaced(written: string, shown: string): void {
    this.constructs.readReplaced(written, shown);
  }

  get isInAddress(): boolean {
    return this.constructs.isOpen;
  }

  /**
   * Returns where the address ends that is open at `at`, the current position; `at` if none is open, and at most its longest
   * length further. `undefined` if more text is needed.
   */
  endFrom(at: number, { text, dropped }: KeptText, last: boolean): number | undefined {
    if (!this.constructs.isOpen) return at;
    if (this.ahead === undefined || this.ahead.position - Number(!this.ahead.isOpen) < at + dropped)
      this.ahead = this.constructs.copy();
    const { ahead } = this;
    const limit = at + LONGEST_ADDRESS;
    while (ahead.isOpen && ahead.position - dropped < Math.min(limit, text.length)) {
      ahead.read(text.charAt(ahead.position - dropped));
    }
    if (!ahead.isOpen) return ahead.position - dropped - 1;
    return limit <= text.length || last ? Math.min(limit, text.length) : undefined;
  }

  /**
   * Returns the whole address around `at` to `end` as written, or a fingerprint that is equal only for an equal
   * address.
   */
  addressAround(at: number, end: number, addressEnd: number, { text, dropped }: KeptText): string {
    const from = this.constructs.openedAt - dropped;
    const right = text.slice(at, Math.max(end, addressEnd));
    if (from < 0 || at - from > LONGEST_ADDRESS) return `${this.constructs.fingerprint}\n${right}`;
    const left = text.slice(from, at);
    const quote = COMPLETE_HOST.test(left) ? right.slice(end - at).search(/["'<>]/) : -1;
    return left + (quote < 0 ? right : right.slice(0, end - at + quote));
  }

  /** Returns whether the open address is only `mailto:` or `tel:` and the text shown for `at` to `end`. */
  isWholeLink(at: number, end: number, shown: string, { text, dropped }: KeptText): boolean {
    const left = text.slice(Math.max(0, this.constructs.openedAt - dropped), at);
    if (this.constructs.openedAt < dropped || !/^[\s"']*(?:mailto|tel):$/i.test(left)) return false;
    const after = this.constructs.copy();
    after.readReplaced(text.slice(at, end), shown);
    const [closing = ''] = /^\\?[^\s?&\\]/.exec(text.slice(end, end + 2)) ?? [];
    after.read(closing);
    return closing !== '' && !after.isOpen;
  }

  /**
   * Returns whether `shown` and the following text contain a blank, so that they are not the target of a reference
   * definition.
   */
  isProse(shown: string, right: string): boolean {
    return this.constructs.isPlainDefinition && /^[^\s\\]*[ \t]+[^\s"'(\\]/.test(shown + right);
  }
}
