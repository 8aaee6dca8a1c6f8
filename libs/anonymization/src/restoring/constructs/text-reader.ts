import { addressLengthAt } from './address-pattern';
import type { RecentText } from './construct';

const LOOK_BACK = 64;
const MOST_KEPT = 1_024;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** The last of a text that is read from left to right, and where on its line it stands. */
export class TextReader implements RecentText {
  previous = '';
  endsParagraph = false;
  private last = '\n';
  private kept = '\n';
  private line: 'empty' | 'marks' | 'more' = 'empty';
  private slice: string | undefined;
  /** What `addressLength` was found to be, or that it was not asked for */
  private address: number | undefined | 'unknown' = 'unknown';

  get recent(): string {
    this.slice ??= this.kept.slice(-LOOK_BACK);
    return this.slice;
  }

  get addressLength(): number | undefined {
    if (this.address === 'unknown') this.address = addressLengthAt(this);
    return this.address;
  }

  get isLineStart(): boolean {
    return this.line !== 'more';
  }

  /** Whether a character of a word came last. */
  get isInWord(): boolean {
    return WORD_CHARACTER.test(this.last);
  }

  take(character: string): void {
    this.keep(character);
    this.previous = this.last;
    this.last = character;
    this.endsParagraph = character === '\n' && this.line === 'empty';
    this.line = this.lineAfter(character);
  }

  /** Takes several characters that nobody looks at one by one. */
  skip(characters: string): void {
    const { length } = characters;
    if (length > 1) {
      const lineBreak = characters.lastIndexOf('\n', length - 2);
      if (lineBreak >= 0) this.line = 'empty';
      for (let at = lineBreak + 1; at < length - 1 && this.line !== 'more'; at += 1) {
        this.line = this.lineAfter(characters.charAt(at));
      }
      this.keep(characters.slice(-LOOK_BACK - 1, -1));
      this.last = characters.charAt(length - 2);
    }
    this.take(characters.charAt(length - 1));
  }

  private keep(characters: string): void {
    if (this.kept.length > MOST_KEPT) this.kept = this.kept.slice(-LOOK_BACK);
    this.kept += characters;
    this.slice = undefined;
    this.address = 'unknown';
  }

  private lineAfter(character: string): 'empty' | 'marks' | 'more' {
    if (character === '\n') return 'empty';
    if (character === '>' && this.line !== 'more') return 'marks';
    return character === ' ' || character === '\t' || character === '\r' ? this.line : 'more';
  }

  copy(): TextReader {
    return Object.assign(new TextReader(), this);
  }
}
