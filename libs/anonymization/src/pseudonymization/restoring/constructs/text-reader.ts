import type { RecentText } from './construct';

/** Schemes that browsers follow even without slashes */
const SCHEME = /(?<![\p{L}\p{N}])(?:https?|ftps?|wss?|file|data|javascript|vbscript|blob):$/iu;
const ANY_SCHEME = /[a-z][a-z0-9+.-]{0,20}:$/i;
const LONGEST_SCHEME = 22;

/**
 * Returns how many of the last characters begin an address: a scheme, or two slashes, which browsers also accept as
 * backslashes.
 */
export function addressLengthAt({
  recent,
  previous,
}: Pick<RecentText, 'recent' | 'previous'>): number | undefined {
  const last = recent.charAt(recent.length - 1);
  if (last === ':') return SCHEME.exec(recent.slice(-LONGEST_SCHEME))?.[0].length;
  if (!isSlash(last) || !isSlash(previous)) return undefined;
  return 2 + (ANY_SCHEME.exec(recent.slice(-LONGEST_SCHEME - 2, -2))?.[0].length ?? 0);
}

const isSlash = (character: string) => character === '/' || character === '\\';

const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  commat: '@',
  quest: '?',
  num: '#',
  equals: '=',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi;
const JSON_ESCAPE = /\\u([0-9a-f]{4})/gi;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

/** Removes the escapes and character references with which Markdown, HTML and JSON may write punctuation. */
export function withoutEscapes(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  return text
    .replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(JSON_ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(ESCAPE, '');
}

const LOOK_BACK = 64;
const MOST_KEPT = 1_024;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** The last characters of a text that is read from left to right, and the state of its line. */
export class TextReader implements RecentText {
  previous = '';
  endsParagraph = false;
  private last = '\n';
  private kept = '\n';
  private line: 'empty' | 'marks' | 'more' = 'empty';
  private slice: string | undefined;
  /** The cached `addressLength` */
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

  /** Whether the last character belongs to a word. */
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

  /** Reads several characters in which no construct begins or ends. */
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
