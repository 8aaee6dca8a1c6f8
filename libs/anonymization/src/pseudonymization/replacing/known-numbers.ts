import { matchesOf } from '@app/common';
import type { Span } from '../../text/spans/span';
import { phoneSpellings } from '../../text/phone-digits';
import { followsWord, isWordAt } from '../../text/words';

const FEWEST_DIGITS = 6;
const RUN = /\+?\(?\d[\d\s()./>‐‑–-]{4,60}/g;
const GROUP = /\d+/g;

/** Finds the telephone numbers of a table again in any grouping of digits, with or without their country code. */
export class KnownNumbers {
  /** The canonical number (E.164, or the bare digits) by the digits of each spelling */
  private readonly bySpelling = new Map<string, string | undefined>();

  /** @param number in decoded form */
  learn(number: string, canonical: string | undefined): void {
    const country = canonical?.startsWith('+') ? canonical : undefined;
    for (const digits of phoneSpellings(number, country))
      if (digits.length >= FEWEST_DIGITS) this.bySpelling.set(digits, canonical);
  }

  *find(text: string): Generator<Span> {
    if (this.bySpelling.size === 0) return;
    for (const { 0: run, index } of matchesOf(RUN, text)) yield* this.findInRun(text, run, index);
  }

  private *findInRun(text: string, run: string, at: number): Generator<Span> {
    const groups = [...matchesOf(GROUP, run)].map(({ 0: digits, index }) => ({ digits, start: at + index }));
    for (const [first, { start }] of groups.entries()) {
      let digits = '';
      for (const group of groups.slice(first)) {
        digits += group.digits;
        const end = group.start + group.digits.length;
        if (!this.bySpelling.has(digits) || isWordAt(text, end)) continue;
        const from = text[start - 1] === '+' ? start - 1 : start;
        if (followsWord(text, from)) continue;
        const canonical = this.bySpelling.get(digits);
        yield { start: from, end, type: 'Phone', ...(canonical !== undefined && { canonical }) };
      }
    }
  }
}
