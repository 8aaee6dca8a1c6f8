import { AppError } from '@app/common';
import type { RestoringText } from './restoring-text';

/** Limit for the strings in one JSON text. Each string is restored on its own. */
export const MAX_STRINGS = 100_000;

const tooManyStrings = (): AppError =>
  new AppError('too_large', `A JSON text may have ${MAX_STRINGS.toLocaleString('en')} strings`);

/**
 * Restores JSON while it arrives, only inside its strings: a number that resembles a replacement stays a number, and the
 * text between strings stays unchanged. A text that does not begin as JSON is restored as plain text.
 */
export class RestoringJson implements RestoringText {
  private isJson: boolean | undefined;
  /** The current string, or the whole text if it is not JSON. */
  private open: RestoringText | undefined;
  private escaped = false;
  private strings = 0;

  /**
   * @param begin begins to restore a string, with escapes for JSON
   * @param refuse returns the error for a text with too many strings
   */
  constructor(
    private readonly begin: () => RestoringText,
    private readonly refuse: () => Error = tooManyStrings,
  ) {}

  async write(piece: string): Promise<string> {
    const begin = /\S/.exec(piece)?.[0];
    if (this.isJson === undefined && begin !== undefined) {
      this.isJson = '{["'.includes(begin);
      if (!this.isJson) this.open = this.begin();
    }
    if (this.isJson === false) return this.open!.write(piece);
    const written: string[] = [];
    let at = 0;
    while (at < piece.length) {
      const [end, part] = await (this.open ? this.inString(piece, at) : this.between(piece, at));
      written.push(part);
      at = end;
    }
    return written.join('');
  }

  async end(): Promise<string> {
    const rest = (await this.open?.end()) ?? '';
    this.open = undefined;
    return rest;
  }

  /** Reads up to and including the next opening quote. */
  private async between(piece: string, from: number): Promise<[number, string]> {
    const quote = piece.indexOf('"', from);
    if (quote < 0) return [piece.length, piece.slice(from)];
    this.strings += 1;
    if (this.strings > MAX_STRINGS) throw this.refuse();
    this.open = this.begin();
    return [quote + 1, piece.slice(from, quote + 1)];
  }

  /** Restores up to the closing quote. */
  private async inString(piece: string, from: number): Promise<[number, string]> {
    let at = from;
    for (; at < piece.length && (this.escaped || piece[at] !== '"'); at += 1)
      this.escaped = !this.escaped && piece[at] === '\\';
    const restored = await this.open!.write(piece.slice(from, at));
    if (at === piece.length) return [at, restored];
    return [at + 1, `${restored}${await this.end()}"`];
  }
}
