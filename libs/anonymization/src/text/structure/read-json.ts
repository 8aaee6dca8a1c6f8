import { type Field, fieldAt, under } from './field';

/** An open object or list. */
interface Frame {
  isList: boolean;
  path: readonly string[];
  keys: string[];
}

/** Values of deeper objects are assigned to the deepest allowed one. */
const DEEPEST = 200;
const LONGEST_KEY = 64;
const SIGN = /["'{}[\],]/g;
const BLANKS = /\s*/y;
/** A value without quotes: a number, also `+49 171 ...`, or a bare word. */
const BARE = /[^\s"'{}[\],][^"'{}[\],\r\n]{0,80}/y;
const BARE_KEY = /[\p{L}_$][\p{L}\p{N}_$]{0,40}(?=\s{0,8}:)/uy;

/**
 * Returns the fields of everything in a text that is JSON or similar: complete, several values in a row, truncated at either
 * end, with comments or trailing commas, in Python's or JavaScript's quotes. Reads each character at most twice.
 */
export function readJson(text: string): Field[] {
  return new JsonReader(text).read();
}

class JsonReader {
  private readonly fields: Field[] = [];
  private readonly frames: Frame[] = [{ isList: false, path: [], keys: [] }];
  /** The number of open objects beyond the depth limit. */
  private tooDeep = 0;
  private position = 0;
  /** The path of the object or list that opens at `at` */
  private named?: { at: number; path: readonly string[] };
  /** The latest string: its quote, and its range */
  private latest = { quote: '', at: 0, end: 0 };

  constructor(private readonly text: string) {}

  read(): Field[] {
    for (;;) {
      SIGN.lastIndex = this.position;
      const sign = SIGN.exec(this.text);
      if (!sign) return this.fields;
      this.position = sign.index + 1;
      this.take(sign[0], sign.index);
    }
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? { isList: false, path: [], keys: [] };
  }

  private take(sign: string, at: number): void {
    if (sign === '{' || sign === '[') this.open(sign === '[', at);
    else if (sign === '}' || sign === ']') this.close();
    else if (sign === ',') this.afterSeparator();
    else if (sign === '"' || this.mayQuote(at)) this.takeString(sign, at);
  }

  private open(isList: boolean, at: number): void {
    const isNamed = this.named?.at === at;
    const path = isNamed ? (this.named?.path ?? []) : this.frame.path;
    // The values of a named list stand beside the other values of its object.
    const keys = isList && isNamed ? this.frame.keys : [];
    if (this.frames.length > DEEPEST) this.tooDeep += 1;
    else this.frames.push({ isList, path, keys });
    this.afterSeparator();
  }

  private close(): void {
    if (this.tooDeep > 0) this.tooDeep -= 1;
    else if (this.frames.length > 1) this.frames.pop();
  }

  /** Reads a value without quotes after `{`, `[` and `,`: a key as in JavaScript, or a number in a list. */
  private afterSeparator(): void {
    if (this.frames.length === 1) return;
    const start = this.skipBlanks(this.position);
    if (this.frame.isList) {
      this.takeBare(start, this.frame.path, this.frame.keys);
      return;
    }
    BARE_KEY.lastIndex = start;
    const key = BARE_KEY.exec(this.text)?.[0];
    if (key !== undefined) this.takeValue(key, this.skipBlanks(start + key.length) + 1);
  }

  /** A quote character is an apostrophe unless a value or key may begin there. */
  private mayQuote(at: number): boolean {
    return this.frames.length > 1 && /[{[,:(]\s{0,20}$/.test(this.text.slice(Math.max(0, at - 21), at));
  }

  private takeString(quote: string, at: number): void {
    const end = this.endOfString(at, quote);
    const next = this.text[end + 1] ?? '';
    // Unpaired quotes: of unescaped JSON text inside a string, or after a truncated beginning.
    const content = this.text.slice(Math.max(at + 1, end - 9), end);
    if (/[{[]\s{0,8}$|^\s{0,8}[,:]\s{0,8}$/.test(content) && /[\p{L}\p{N}_]/u.test(next)) return;
    this.position = Math.min(this.text.length, end + 1);
    const colon = this.skipBlanks(this.position);
    if (this.text[colon] === ':' && end - at - 1 <= LONGEST_KEY) {
      this.takeValue(this.text.slice(at + 1, end), colon + 1);
    } else if (this.frame.isList) this.add(this.frame.path, at + 1, end, this.frame.keys);
  }

  private takeValue(key: string, after: number): void {
    const start = this.skipBlanks(after);
    const { path, keys } = this.frame;
    const inner = under(path, key);
    keys.push(key);
    this.position = start;
    const sign = this.text[start] ?? '';
    if (sign === '{' || sign === '[') this.named = { at: start, path: inner };
    else if (sign === '"' || sign === "'") {
      const end = this.endOfString(start, sign);
      const opens = /^\s{0,8}[{[]\s{0,8}$/.test(this.text.slice(start + 1, Math.min(end, start + 19)));
      this.position = opens ? start + 1 : Math.min(this.text.length, end + 1);
      if (!opens) this.add(inner, start + 1, end, keys);
    } else this.takeBare(start, inner, keys);
  }

  private takeBare(start: number, path: readonly string[], siblings: readonly string[]): void {
    BARE.lastIndex = start;
    const bare = BARE.exec(this.text)?.[0] ?? '';
    if (bare === '') return;
    this.position = start + bare.length;
    this.add(path, start, this.position, siblings);
  }

  private add(path: readonly string[], start: number, end: number, siblings: readonly string[]): void {
    if (path.length > 0) this.fields.push(...fieldAt(this.text, { path, start, end, siblings }));
  }

  private skipBlanks(from: number): number {
    BLANKS.lastIndex = from;
    return from + (BLANKS.exec(this.text)?.[0].length ?? 0);
  }

  /**
   * Returns where the string that opens at `at` ends: at its quote, the end of its line, or of the text. A quote inside the
   * latest string is escaped, so a string that opens there ends with it.
   */
  private endOfString(at: number, quote: string): number {
    const { latest, text } = this;
    if (latest.quote === quote && latest.at < at && at < latest.end) return latest.end;
    let end = at + 1;
    while (end < text.length && text[end] !== quote && text[end] !== '\n' && text[end] !== '\r')
      end += text[end] === '\\' ? 2 : 1;
    this.latest = { quote, at, end: Math.min(end, text.length) };
    return this.latest.end;
  }
}

const DIGITS = /^\d{1,24}$/;
const BEHIND_KEY = /["'][ \t\r\n]{0,8}:[ \t\r\n]{0,40}$/;
const BEHIND_SEPARATOR = /[[,][ \t\r\n]{0,40}$/;
const AFTER = /^[ \t\r\n]{0,40}[,}\]]/;

/** Returns whether `text.slice(start, end)` is a JSON number: only digits, after a key or in a list. */
export function isJsonNumber(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  return (
    DIGITS.test(text.slice(start, end)) &&
    AFTER.test(text.slice(end, end + 42)) &&
    (BEHIND_KEY.test(before) || (BEHIND_SEPARATOR.test(before) && isInList(text, start)))
  );
}

/** The number of characters of a list that are read before a number. */
const LONGEST_LIST = 2_000;

/** Returns whether the innermost open bracket at `at` begins a list. The cells of a CSV are in no list. */
function isInList(text: string, at: number): boolean {
  let closed = 0;
  for (let before = at - 1; before >= 0 && at - before <= LONGEST_LIST; before -= 1) {
    const sign = text[before];
    if (sign === ']' || sign === '}') closed += 1;
    else if (sign === '[' || sign === '{') {
      if (closed === 0) return sign === '[';
      closed -= 1;
    }
  }
  return false;
}
