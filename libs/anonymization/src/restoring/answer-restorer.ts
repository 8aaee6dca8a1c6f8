import { fold } from '../text/fold';
import { answerWordAt } from './answer-words';
import { candidateAfter } from './candidates';
import { enclosingToken } from './enclosing-token';
import { matchEmail } from './match-email';
import { matchName } from './match-name';
import { matchPhone } from './match-phone';
import { matchPlaceholder } from './match-placeholder';
import type { Reading } from './reading';
import type { ReplacementIndex } from './replacement-index';
import { decisionWindow } from './decision-window';
import type { SentReplacements } from './sent-replacements';

const KEPT_BEHIND = 4_608;

/**
 * Reads an answer from left to right, in whatever pieces it comes, and decides each place once, from a window of
 * bounded size: the same text gives the same result however it is cut.
 */
export class AnswerRestorer {
  private buffer = '';
  private position = 0;
  private restoredEnd = 0;
  /** Length of the text that was cut off before the buffer */
  private dropped = 0;

  constructor(
    private readonly index: ReplacementIndex,
    private readonly sent: SentReplacements,
    private readonly onReading: (reading: Reading) => void = () => undefined,
    private readonly escape: (text: string) => string = (text) => text,
  ) {}

  /** Takes the next piece and returns what is now certain; with `last`, all the rest. */
  write(piece: string, last: boolean): string {
    this.buffer += piece;
    let output = '';
    for (;;) {
      const at = candidateAfter(this.buffer, this.position) ?? this.buffer.length;
      const safe = last ? this.buffer.length : this.settledEnd();
      output += this.buffer.slice(this.position, Math.min(at, safe));
      this.position = Math.max(this.position, Math.min(at, safe));
      if (at >= safe) break;
      const step = this.decide(at, last);
      if (!step) break;
      output += step.text;
      this.position = step.end;
    }
    if (this.position > 2 * KEPT_BEHIND) {
      this.dropped += this.position - KEPT_BEHIND;
      this.buffer = this.buffer.slice(this.position - KEPT_BEHIND);
      this.restoredEnd -= this.position - KEPT_BEHIND;
      this.position = KEPT_BEHIND;
    }
    return output;
  }

  /** An escape or half a character at the end may still become something else. */
  private settledEnd(): number {
    const { buffer } = this;
    const unit = buffer.charCodeAt(buffer.length - 1);
    const end = unit >= 0xd800 && unit <= 0xdbff ? buffer.length - 1 : buffer.length;
    const escape = buffer.lastIndexOf('\\', end - 1);
    return escape >= 0 && escape >= end - 6 ? escape : end;
  }

  /** What stands at `at`: restored or as it is; `undefined` where more of the answer must be seen first. */
  private decide(at: number, last: boolean): { text: string; end: number } | undefined {
    const { buffer, index, sent } = this;
    const word = answerWordAt(buffer, at);
    const end = word?.end ?? at + 1;
    if (!last && end + (word ? 0 : 16) >= buffer.length) return undefined;
    const plain = { text: buffer.slice(at, end), end };
    if (
      word
        ? !this.mayStart(word.text)
        : !/^\\{0,2}[[［【{<(+][\s*\\]*[\dNEPnep(]/.test(buffer.slice(at, at + 16))
    )
      return plain;
    const limit = decisionWindow(buffer, at, last, index);
    if (limit === undefined) return undefined;
    const window = buffer.slice(0, limit);
    const whole =
      matchPlaceholder(window, at, index) ?? matchEmail(window, at, index) ?? matchPhone(window, at, index);
    const reading = whole ?? matchName(window, at, index, sent, this.restoredEnd);
    if (!reading) return plain;
    const asWritten = buffer.slice(at, reading.end);
    const skipped = { text: asWritten, end: reading.end };
    if (whole && !(whole.replacement && sent.has(whole.replacement))) return skipped;
    const token = enclosingToken(window, reading.start, reading.end);
    if (token !== undefined && !sent.hasToken(token)) return whole ? skipped : plain;
    this.restoredEnd = reading.end;
    this.onReading({ ...reading, start: at + this.dropped, end: reading.end + this.dropped });
    return { text: this.escape(reading.restored), end: reading.end };
  }

  private mayStart(word: string): boolean {
    const folded = fold(word);
    return this.index.startsWith(folded) || (word.length === 1 && this.index.initials.has(folded));
  }
}
