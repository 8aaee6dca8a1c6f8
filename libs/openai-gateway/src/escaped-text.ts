import { encodeJsonString } from '@app/anonymization';
import type { TimeSlice } from '@app/common';
import { refuse } from './reading/bounds';

/** A text of a program without its escapes: code, its output, or JSON inside of either. */
export interface UnescapedText {
  text: string;
  /** Returns the position in the original of a position in `text`, up to and including its end. */
  originOf(at: number): number;
  /** Escapes a text as it must be written at this position of `text`. */
  encode(text: string, at: number): string;
}

/** The number of literals inside each other that are read: JSON in a string of JSON in code is three. */
const MAX_DEPTH = 4;
/** Limit for the escapes in one text: each takes some memory while the text is hidden. */
const MAX_ESCAPES = 500_000;
/** A Windows path outside of a program, in which a backslash is no escape. */
const WINDOWS_PATH = /^[A-Za-z]:\\(?!\\)/;
/** A letter that is written by its number. It is an escape also outside of literals. */
const NUMBERED = /\\{1,4}u[0-9a-fA-F]{4}/g;
const BYTE = String.raw`\\(?:x[0-9a-fA-F]{2}|[0-3][0-7]{2})`;
/** Bytes that are decoded together. */
const MAX_BYTES = 1_000;
const ESCAPE = new RegExp(
  String.raw`(?:${BYTE}){1,${MAX_BYTES}}|\\u\{[0-9a-fA-F]{1,6}\}|\\u[0-9a-fA-F]{4}|\\[bfnrtv"'\`\\/$]`,
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
/** Parts of a decoded text that are joined at once, so that no join of a large text blocks the event loop. */
const MAX_PARTS = 1_000;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes the escapes in the string literals of a text, as JavaScript, JSON, C and Python write them, and in literals inside
 * of these. Everything else stays as it is.
 *
 * @returns undefined if nothing is escaped
 * @throws AppError `bad_request` if there are too many escapes
 */
export async function unescaped(
  raw: string,
  slice: TimeSlice,
  depth = 0,
): Promise<UnescapedText | undefined> {
  if (!raw.includes('\\')) return undefined;
  const decoding = new Decoding(raw);
  let at = 0;
  for await (const literal of literalsOf(raw, slice)) {
    await decodeStray(decoding, at, literal.start, slice);
    await decodeLiteral(decoding, literal, slice, depth);
    at = literal.end;
  }
  await decodeStray(decoding, at, raw.length, slice);
  return decoding.end();
}

/** Decodes the content of one literal, without literals inside of it. An unknown escape stays unchanged. */
export async function unescapedLiteral(raw: string, slice: TimeSlice): Promise<UnescapedText | undefined> {
  return raw.includes('\\') ? (await decodedLiteral(raw, slice)).end() : undefined;
}

async function decodedLiteral(raw: string, slice: TimeSlice): Promise<Decoding> {
  const decoding = new Decoding(raw);
  const escapes = new RegExp(ESCAPE);
  let at = 0;
  for (let found = escapes.exec(raw); found; found = escapes.exec(raw)) {
    decoding.copy(at, found.index);
    at = found.index;
    for (const { meant, length } of meaningOf(found[0])) {
      decoding.addEscape(meant, at);
      at += length;
    }
    escapes.lastIndex = at;
    if (slice.isOver) await slice.next();
  }
  decoding.copy(at, raw.length);
  return decoding;
}

async function decodeStray(decoding: Decoding, start: number, end: number, slice: TimeSlice): Promise<void> {
  let at = start;
  for (const { 0: escape, index } of decoding.raw.slice(start, end).matchAll(NUMBERED)) {
    decoding.copy(at, start + index);
    decoding.addEscape(characterOf(escape.slice(escape.lastIndexOf('u') + 1)), start + index);
    at = start + index + escape.length;
    if (slice.isOver) await slice.next();
  }
  decoding.copy(at, end);
}

async function decodeLiteral(
  decoding: Decoding,
  { start, end, quote }: Literal,
  slice: TimeSlice,
  depth: number,
): Promise<void> {
  const content = decoding.raw.slice(start, end);
  if (!content.includes('\\') || WINDOWS_PATH.test(content)) return decoding.copy(start, end);
  const literal = await decodedLiteral(content, slice);
  const decoded = literal.end();
  if (!decoded) return decoding.copy(start, end);
  const inner = depth + 1 < MAX_DEPTH ? await unescaped(decoded.text, slice, depth + 1) : undefined;
  if (inner)
    decoding.addNested({ ...inner, originOf: (at) => decoded.originOf(inner.originOf(at)) }, start, quote);
  else await decoding.addLiteral(literal, decoded.text, start, quote, slice);
}

/** The content of a string literal. */
interface Literal {
  start: number;
  end: number;
  quote: string;
}

/** Finds the string literals of a text in one pass. One that is cut at the end of the text counts. */
async function* literalsOf(text: string, slice: TimeSlice): AsyncGenerator<Literal, void, void> {
  const signs = /["'`]|\\./gs;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { 0: quote, index: at } = sign;
    if (slice.isOver) await slice.next();
    if (quote.startsWith('\\') || (quote === "'" && isInWord(text, at))) continue;
    const end = await endOf(text, at + 1, quote, slice);
    if (end === undefined) continue;
    yield { start: at + 1, end, quote };
    signs.lastIndex = end + 1;
  }
}

/** An apostrophe, if no prefix of a literal stands before it, such as in `f'...'`. */
const isInWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
  !/(?:^|[^\p{L}\p{N}])[bfru]$/iu.test(text.slice(Math.max(0, at - 2), at));

/** Returns the end of a literal; undefined if the line ends before it. */
async function endOf(
  text: string,
  start: number,
  quote: string,
  slice: TimeSlice,
): Promise<number | undefined> {
  const signs = quote === '`' ? /`|\\./gs : new RegExp(`${quote}|\\n|\\\\.`, 'gs');
  signs.lastIndex = start;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === quote) return sign.index;
    if (sign[0] === '\n') return undefined;
    if (slice.isOver) await slice.next();
  }
  return text.length;
}

/**
 * Collects a decoded text from left to right, as runs that were copied or decoded. A text may have hundreds of thousands of
 * runs, so that they are numbers in lists, not objects.
 */
class Decoding {
  /** The decoded text: joined pieces, and the parts behind them. */
  private readonly pieces: string[] = [];
  private parts: string[] = [];
  private length = 0;
  /** Where each run begins in the decoded text, and in the original. */
  private readonly starts: number[] = [];
  private readonly origins: number[] = [];
  /** What each run is, unless it was copied. Positions in a nested text count from the beginning of its run. */
  private readonly kinds: (UnescapedText | 'escape' | undefined)[] = [];
  private escapes = 0;
  /** Where each literal with escapes begins and ends in the decoded text. */
  private readonly literalStarts: number[] = [];
  private readonly literalEnds: number[] = [];
  private readonly quotes: string[] = [];

  constructor(readonly raw: string) {}

  copy(start: number, end: number): void {
    if (start < end) this.add(this.raw.slice(start, end), start);
  }

  /** Adds a text that stands for the characters at one position. */
  addEscape(text: string, origin: number): void {
    this.countEscapes(1);
    this.add(text, origin, 'escape');
  }

  /** Adds the content of a literal. @param origin where it begins */
  async addLiteral(
    { starts, origins, kinds, escapes }: Decoding,
    text: string,
    origin: number,
    quote: string,
    slice: TimeSlice,
  ): Promise<void> {
    this.countEscapes(escapes);
    const start = this.length;
    for (const [run, at] of starts.entries()) {
      this.addRun(start + at, origin + origins[run]!, kinds[run]);
      if (slice.isOver) await slice.next();
    }
    this.addText(text);
    this.endLiteral(start, quote);
  }

  /** Adds the content of a literal that contains literals with escapes. */
  addNested(content: UnescapedText, origin: number, quote: string): void {
    this.countEscapes(1);
    const start = this.length;
    this.add(content.text, origin, content);
    this.endLiteral(start, quote);
  }

  /** Returns the decoded text; undefined if nothing was decoded. */
  end(): UnescapedText | undefined {
    if (this.escapes === 0) return undefined;
    this.pieces.push(this.parts.join(''));
    return {
      text: this.pieces.join(''),
      originOf: (at) => this.originOf(at),
      encode: (text, at) => this.encode(text, at),
    };
  }

  private countEscapes(count: number): void {
    this.escapes += count;
    if (this.escapes > MAX_ESCAPES)
      refuse('messages', `and tools must not have more than ${MAX_ESCAPES} escapes in one text`);
  }

  private add(text: string, origin: number, kind?: UnescapedText | 'escape'): void {
    this.addRun(this.length, origin, kind);
    this.addText(text);
  }

  private addRun(start: number, origin: number, kind: UnescapedText | 'escape' | undefined): void {
    this.starts.push(start);
    this.origins.push(origin);
    this.kinds.push(kind);
  }

  private addText(text: string): void {
    this.length += text.length;
    this.parts.push(text);
    if (this.parts.length < MAX_PARTS) return;
    this.pieces.push(this.parts.join(''));
    this.parts = [];
  }

  private endLiteral(start: number, quote: string): void {
    this.literalStarts.push(start);
    this.literalEnds.push(this.length);
    this.quotes.push(quote);
  }

  private originOf(at: number): number {
    if (at >= this.length) return this.raw.length;
    const run = lastUpTo(this.starts, at);
    const [origin, offset, kind] = [this.origins[run]!, at - this.starts[run]!, this.kinds[run]];
    if (kind === 'escape') return origin;
    return origin + (kind ? kind.originOf(offset) : offset);
  }

  private encode(text: string, at: number): string {
    const literal = lastUpTo(this.literalStarts, at);
    if (literal < 0 || at >= this.literalEnds[literal]!) return text;
    const run = lastUpTo(this.starts, at);
    const kind = this.kinds[run];
    const encoded = typeof kind === 'object' ? kind.encode(text, at - this.starts[run]!) : text;
    return written(encoded, this.quotes[literal]!);
  }
}

/** Returns the index of the last of ascending positions that is not after `at`; -1 if there is none. */
function lastUpTo(positions: readonly number[], at: number): number {
  let [low, high] = [-1, positions.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (positions[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const characterOf = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ffff ? '\ufffd' : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
};

/** Returns what an escape means, character by character, with the length of each in the escape. */
function meaningOf(escape: string): { meant: string; length: number }[] {
  const letter = escape[1]!;
  if (letter === 'x' || /\d/.test(letter)) return charactersOf(escape);
  const meant =
    letter === 'u' ? characterOf(escape.replaceAll(/[\\u{}]/g, '')) : (LETTERS.get(letter) ?? letter);
  return [{ meant, length: escape.length }];
}

/**
 * Returns the characters of bytes: those of UTF-8 as git and Python write it, else one for each byte. Of as many bytes as are
 * decoded together, a last character that may go on behind them is left out.
 */
function charactersOf(escapes: string): { meant: string; length: number }[] {
  const bytes = (escapes.match(/.{4}/g) ?? []).map((one) =>
    one[1] === 'x' ? Number.parseInt(one.slice(2), 16) : Number.parseInt(one.slice(1), 8),
  );
  if (bytes.length === MAX_BYTES) bytes.length = lastBorder(bytes);
  try {
    const characters = [...utf8.decode(Uint8Array.from(bytes))];
    return characters.map((meant) => ({ meant, length: 4 * Buffer.byteLength(meant) }));
  } catch {
    return bytes.map((byte) => ({ meant: String.fromCharCode(byte), length: 4 }));
  }
}

/** Returns where the last character of UTF-8 begins; the length if the last byte is a character or none begins near it. */
function lastBorder(bytes: readonly number[]): number {
  const lead = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  return lead < bytes.length - 4 || bytes[lead]! < 0x80 ? bytes.length : lead;
}

/** Writes a text inside of a literal. */
function written(text: string, quote: string): string {
  const json = encodeJsonString(text);
  if (quote === '"') return json;
  const own = json.replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
  return quote === '`' ? own.replaceAll('${', '\\${') : own;
}
