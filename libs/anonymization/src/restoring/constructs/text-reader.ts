import { addressLengthAt } from './address-pattern';
import type { RecentText } from './construct';

const RECENT = 64;
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

  get recent(): string {
    this.slice ??= this.kept.slice(-RECENT);
    return this.slice;
  }

  get addressLength(): number | undefined {
    return addressLengthAt(this);
  }

  get isLineStart(): boolean {
    return this.line !== 'more';
  }

  /** Whether a character of a word came last. */
  get isInWord(): boolean {
    return WORD_CHARACTER.test(this.last);
  }

  /** Takes one character, or the rest of a word. */
  take(characters: string): void {
    if (this.kept.length > MOST_KEPT) this.kept = this.kept.slice(-RECENT);
    this.kept += characters;
    this.slice = undefined;
    this.previous = this.last;
    this.last = characters.charAt(characters.length - 1);
    this.endsParagraph = characters === '\n' && this.line === 'empty';
    if (characters === '\n') this.line = 'empty';
    else if (characters === '>' && this.line !== 'more') this.line = 'marks';
    else if (characters !== ' ' && characters !== '\t' && characters !== '\r') this.line = 'more';
  }

  copy(): TextReader {
    return Object.assign(new TextReader(), this);
  }
}
