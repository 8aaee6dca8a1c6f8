import type { Steps } from '../../steps';
import { JsonStrings } from './json-strings';
import { OpenConstructs } from './open-constructs';

/** The longest address that is looked at as a whole. */
const LONGEST_ADDRESS = 2_048;

const STEP = 4_096;
/** A scheme and a host that is complete: what stands further right no longer says where the address goes. */
const COMPLETE_HOST = /^[^/\\?#]*[/\\]{2}[^/\\?#\s"'<>]+[/\\?#]/;

/** A stretch of a text that is kept, and how much of the text was dropped before it. */
export interface KeptText {
  text: string;
  dropped: number;
}

/** Says of the places of a text, in order, within which address they stand. Places are counted in what is kept. */
export class AddressTracker {
  private readonly constructs: OpenConstructs;
  private ahead: OpenConstructs | undefined;

  constructor({ json = false }: { json?: boolean } = {}) {
    this.constructs = new OpenConstructs(json ? new JsonStrings() : undefined);
  }

  /** Reads what stands before a place, as it is written. */
  readTo(at: number, { text, dropped }: KeptText): void {
    const from = this.constructs.position - dropped;
    if (at > from) this.constructs.read(text.slice(from, at));
  }

  /** The same in steps. */
  *reading(at: number, kept: KeptText): Steps<void> {
    for (let to = this.constructs.position - kept.dropped + STEP; to < at; to += STEP) {
      this.readTo(to, kept);
      yield;
    }
    this.readTo(at, kept);
  }

  /** Reads what something else is shown for. */
  readReplaced(written: string, shown: string): void {
    this.constructs.readReplaced(written, shown);
  }

  get isInAddress(): boolean {
    return this.constructs.isOpen;
  }

  /**
   * Where the address ends that is open at `at`, which is where the reading stands; `at` if none is, and no more than
   * its longest length further. `undefined` where more must come first.
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

  /** All of the address that holds `at` to `end`, as written, or what is equal only where that is. */
  addressAround(at: number, end: number, addressEnd: number, { text, dropped }: KeptText): string {
    const from = this.constructs.openedAt - dropped;
    const right = text.slice(at, Math.max(end, addressEnd));
    if (from < 0 || at - from > LONGEST_ADDRESS) return `${this.constructs.fingerprint}\n${right}`;
    const left = text.slice(from, at);
    const quote = COMPLETE_HOST.test(left) ? right.slice(end - at).search(/["'<>]/) : -1;
    return left + (quote < 0 ? right : right.slice(0, end - at + quote));
  }

  /** Whether all of the open address is `mailto:` or `tel:` and what is shown for `at` to `end`. */
  isWholeLink(at: number, end: number, shown: string, { text, dropped }: KeptText): boolean {
    const left = text.slice(Math.max(0, this.constructs.openedAt - dropped), at);
    if (this.constructs.openedAt < dropped || !/^[\s"']*(?:mailto|tel):$/i.test(left)) return false;
    const after = this.constructs.copy();
    after.readReplaced(text.slice(at, end), shown);
    const [closing = ''] = /^\\?[^\s?&\\]/.exec(text.slice(end, end + 2)) ?? [];
    after.read(closing);
    return closing !== '' && !after.isOpen;
  }

  /** Whether `shown` and what follows it make it no target of a reference definition, which holds no blank. */
  isProse(shown: string, right: string): boolean {
    return this.constructs.isPlainDefinition && /^[^\s\\]*[ \t]+[^\s"'(\\]/.test(shown + right);
  }
}
