/**
 * Yields the texts in a content stream of PDF: its strings as they follow each other, and its comments. Operators and names
 * are left out.
 */
export function* textsOfContent(content: Buffer): Generator<string> {
  const strings: Buffer[] = [];
  for (const token of tokens(content)) {
    if (token.kind === 'comment') yield token.bytes.toString('latin1');
    else strings.push(token.bytes);
  }
  yield Buffer.concat(strings).toString('latin1');
  yield strings.map((bytes) => inUtf16(bytes)).join('');
}

interface Token {
  kind: 'string' | 'comment';
  bytes: Buffer;
}

const [OPEN, CLOSE, LESS, GREATER, BACKSLASH, PERCENT] = [0x28, 0x29, 0x3c, 0x3e, 0x5c, 0x25];
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);
/** A gap that is as wide as a blank, in thousandths of the font's size. */
const BLANK = -180;
const SPACE: Token = { kind: 'string', bytes: Buffer.from(' ') };

function* tokens(content: Buffer): Generator<Token> {
  let at = 0;
  while (at < content.length) {
    const byte = content[at]!;
    if (byte === PERCENT) {
      let end = at;
      while (end < content.length && !LINE_ENDS.has(content[end]!)) end += 1;
      yield { kind: 'comment', bytes: content.subarray(at + 1, end) };
      at = end;
    } else if (byte === OPEN) {
      const { bytes, next } = literal(content, at + 1);
      yield { kind: 'string', bytes };
      at = next;
    } else if (byte === LESS && content[at + 1] !== LESS) {
      const end = content.indexOf(GREATER, at);
      const digits = content
        .toString('latin1', at + 1, end < 0 ? content.length : end)
        .replaceAll(/[^\da-f]/gi, '');
      yield { kind: 'string', bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex') };
      at = end < 0 ? content.length : end + 1;
    } else if (byte === LESS || byte === GREATER) at += content[at + 1] === byte ? 2 : 1;
    else {
      let end = at + 1;
      while (end < content.length && !DELIMITERS.has(content[end]!)) end += 1;
      const word = content.toString('latin1', at, end).trim();
      // Operators that show text end a run; a large number within an array is a blank.
      if (/^(Td|TD|T\*|Tm|'|"|ET|BT)$/.test(word) || Number(word) < BLANK) yield SPACE;
      at = end;
    }
  }
}

const DELIMITERS: ReadonlySet<number> = new Set(
  [...' \t\n\r\f\0()<>[]%/{}'].map((sign) => sign.charCodeAt(0)),
);
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function literal(content: Buffer, start: number): { bytes: Buffer; next: number } {
  const bytes: number[] = [];
  let depth = 1;
  let at = start;
  for (; at < content.length; at += 1) {
    let byte = content[at]!;
    if (byte === BACKSLASH) {
      at += 1;
      const [octal] = /^[0-7]{1,3}/.exec(content.toString('latin1', at, at + 3)) ?? [];
      if (octal !== undefined) {
        bytes.push(Number.parseInt(octal, 8) & 0xff);
        at += octal.length - 1;
        continue;
      }
      byte = content[at] ?? 0;
      if (LINE_ENDS.has(byte)) continue;
      bytes.push(ESCAPES[String.fromCharCode(byte)] ?? byte);
      continue;
    }
    if (byte === OPEN) depth += 1;
    if (byte === CLOSE) depth -= 1;
    if (depth === 0) break;
    bytes.push(byte);
  }
  return { bytes: Buffer.from(bytes), next: at + 1 };
}

/** Reads bytes as UTF-16, most significant first, where that is possible. */
function inUtf16(bytes: Buffer): string {
  if (bytes.length < 2 || bytes.length % 2 === 1) return bytes.length === 1 && bytes[0] === 32 ? ' ' : '';
  return Buffer.from(bytes).swap16().toString('utf16le');
}
