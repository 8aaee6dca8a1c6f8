import { encodeJsonString } from '@app/anonymization';

/** A text of a program without its escapes: code, its output, or JSON inside of either. */
export interface UnescapedText {
  text: string;
  /** The position in the original of each unit of `text`, then the length of the original. */
  offsets: readonly number[];
  /** Escapes a text as it must be written at this position of `text`. */
  encode(text: string, at: number): string;
}

/** The number of literals inside each other that are read: JSON in a string of JSON in code is three. */
const MAX_DEPTH = 4;
/** A Windows path outside of a program, in which a backslash is no escape. */
const WINDOWS_PATH = /^[A-Za-z]:\\(?!\\)/;
/** A letter that is written by its number. It is an escape also outside of literals. */
const NUMBERED = /\\{1,4}u[0-9a-fA-F]{4}/g;
const BYTE = String.raw`\\(?:x[0-9a-fA-F]{2}|[0-3][0-7]{2})`;
const ESCAPE = new RegExp(
  String.raw`(?:${BYTE})+|\\u\{[0-9a-fA-F]{1,6}\}|\\u[0-9a-fA-F]{4}|\\[bfnrtv"'\`\\/$]`,
  'g',
);
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the escapes in the string literals of a text, as JavaScript, JSON, C and Python write them, and in literals inside
 * of these. Everything else stays as it is.
 *
 * @returns undefined if nothing is escaped
 */
export function unescaped(raw: string, depth = 0): UnescapedText | undefined {
  if (!raw.includes('\\')) return undefined;
  const decoding = new Decoding(raw, depth);
  let at = 0;
  for (const literal of literalsOf(raw)) {
    decoding.addStray(at, literal.start);
    decoding.addLiteral(literal);
    at = literal.end;
  }
  decoding.addStray(at, raw.length);
  return decoding.end();
}

/** The content of a string literal. */
interface Literal {
  start: number;
  end: number;
  quote: string;
}

/** Finds the string literals of a text in one pass. One that is cut at the end of the text counts. */
function* literalsOf(text: string): Generator<Literal> {
  for (let at = 0; at < text.length; at += 1) {
    const quote = text[at]!;
    if (quote === '\\') at += 1;
    else if (quote === '"' || quote === '`' || (quote === "'" && !isInWord(text, at))) {
      const end = endOf(text, at + 1, quote);
      if (end === undefined) continue;
      yield { start: at + 1, end, quote };
      at = end;
    }
  }
}

/** An apostrophe, if no prefix of a literal stands before it, such as in `f'...'`. */
const isInWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
  !/(?:^|[^\p{L}\p{N}])[bfru]$/iu.test(text.slice(Math.max(0, at - 2), at));

/** Returns the end of a literal; undefined if the line ends before it. */
function endOf(text: string, start: number, quote: string): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === quote) return at;
    if (unit === '\\') at += 1;
    else if (unit === '\n' && quote !== '`') return undefined;
  }
  return text.length;
}

/** Collects a decoded text from left to right. */
class Decoding {
  private text = '';
  private readonly offsets: number[] = [];
  /** The literals, by the position in the decoded text at which each begins. */
  private readonly literals: { from: number; to: number; encode: UnescapedText['encode'] }[] = [];
  private isChanged = false;

  constructor(
    private readonly raw: string,
    private readonly depth: number,
  ) {}

  addStray(start: number, end: number): void {
    let at = start;
    for (const { 0: escape, index } of this.raw.slice(start, end).matchAll(NUMBERED)) {
      this.copy(at, start + index);
      this.add(characterOf(escape.slice(escape.lastIndexOf('u') + 1)), start + index);
      this.isChanged = true;
      at = start + index + escape.length;
    }
    this.copy(at, end);
  }

  addLiteral({ start, end, quote }: Literal): void {
    const content = this.raw.slice(start, end);
    const decoded = WINDOWS_PATH.test(content) ? undefined : decode(content);
    if (!decoded) return this.copy(start, end);
    const inner = this.depth + 1 < MAX_DEPTH ? unescaped(decoded.text, this.depth + 1) : undefined;
    const { text, offsets } = inner
      ? { text: inner.text, offsets: inner.offsets.map((at) => decoded.offsets[at]!) }
      : decoded;
    const from = this.text.length;
    this.text += text;
    for (let at = 0; at < text.length; at += 1) this.offsets.push(start + offsets[at]!);
    const encode: UnescapedText['encode'] = (given, at) =>
      written(inner ? inner.encode(given, at - from) : given, quote);
    this.literals.push({ from, to: this.text.length, encode });
    this.isChanged = true;
  }

  end(): UnescapedText | undefined {
    if (!this.isChanged) return undefined;
    const { literals } = this;
    return {
      text: this.text,
      offsets: [...this.offsets, this.raw.length],
      encode: (text, at) => {
        const literal = literals.find(({ from, to }) => from <= at && at < to);
        return literal ? literal.encode(text, at) : text;
      },
    };
  }

  private copy(start: number, end: number): void {
    this.text += this.raw.slice(start, end);
    for (let at = start; at < end; at += 1) this.offsets.push(at);
  }

  /** Adds a text that stands for the characters at one position. */
  private add(text: string, at: number): void {
    this.text += text;
    for (let unit = 0; unit < text.length; unit += 1) this.offsets.push(at);
  }
}

const characterOf = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ffff ? '\ufffd' : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
};

/** Decodes the content of one literal. An unknown escape stays unchanged. */
function decode(raw: string): { text: string; offsets: readonly number[] } | undefined {
  const offsets: number[] = [];
  let text = '';
  let at = 0;
  const copy = (end: number): void => {
    text += raw.slice(at, end);
    for (; at < end; at += 1) offsets.push(at);
  };
  for (const { 0: escape, index } of raw.matchAll(ESCAPE)) {
    copy(index);
    for (const { meant, length } of meaningOf(escape)) {
      text += meant;
      for (let unit = 0; unit < meant.length; unit += 1) offsets.push(at);
      at += length;
    }
  }
  if (at === 0) return undefined;
  copy(raw.length);
  return { text, offsets: [...offsets, raw.length] };
}

/** Returns what an escape means, character by character, with the length of each in the escape. */
function meaningOf(escape: string): { meant: string; length: number }[] {
  const letter = escape[1]!;
  if (letter === 'x' || /\d/.test(letter)) return charactersOf(escape);
  const meant =
    letter === 'u' ? characterOf(escape.replaceAll(/[\\u{}]/g, '')) : (LETTERS.get(letter) ?? letter);
  return [{ meant, length: escape.length }];
}

/** Returns the characters of bytes: those of UTF-8 as git and Python write it, else one for each byte. */
function charactersOf(escapes: string): { meant: string; length: number }[] {
  const bytes = (escapes.match(/.{4}/g) ?? []).map((one) =>
    one[1] === 'x' ? Number.parseInt(one.slice(2), 16) : Number.parseInt(one.slice(1), 8),
  );
  try {
    const characters = [...utf8.decode(Uint8Array.from(bytes))];
    return characters.map((meant) => ({ meant, length: 4 * Buffer.byteLength(meant) }));
  } catch {
    return bytes.map((byte) => ({ meant: String.fromCharCode(byte), length: 4 }));
  }
}

/** Writes a text inside of a literal. */
function written(text: string, quote: string): string {
  const json = encodeJsonString(text);
  if (quote === '"') return json;
  const own = json.replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
  return quote === '`' ? own.replaceAll('${', '\\${') : own;
}
