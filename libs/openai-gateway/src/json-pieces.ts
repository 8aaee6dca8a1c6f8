import { createScanner, ScanError, SyntaxKind } from 'jsonc-parser';
import { type AnonymizedText, decodeJsonString, encodeJsonString } from '@app/anonymization';
import { unescaped } from './escaped-text';

/** A range of JSON or of code that may contain a person's words, as offsets in UTF-16 code units. */
export interface JsonPiece {
  /** The offset after the opening quote, if there is one. */
  start: number;
  end: number;
  /** Its text without escapes. */
  text: string;
  /** The offset of each unit of `text`, counted from `start`. Absent if nothing is escaped. */
  offsets?: readonly number[];
  kind: 'string' | 'key' | 'text';
  /** Escapes a text as it must be written at this position of `text`. */
  encode(text: string, at: number): string;
}

/** The literals that Python's `json.dumps` writes in addition to JSON. */
const BEYOND_JSON = new Set(['NaN', 'Infinity', '-', '-Infinity']);

/**
 * Finds the pieces of a text of a program: the strings and keys of a text that is JSON, several JSON texts, or the beginning
 * of one. It reads token by token, so that everything between them stays unchanged. Code and any other text with escapes is
 * one piece. Literals inside of a piece are decoded, too.
 *
 * @returns undefined if the text must be read as it is
 */
export function jsonPieces(text: string): JsonPiece[] | undefined {
  const strings = /^\s*["[{]/.test(text) ? stringsOf(text) : undefined;
  if (strings) return strings;
  const decoded = unescaped(text);
  return decoded && [{ start: 0, end: text.length, kind: 'text', ...decoded }];
}

/** Returns the strings and keys of JSON; undefined for any other text. */
function stringsOf(text: string): JsonPiece[] | undefined {
  const { strings, isJson } = scan(text);
  return isJson ? strings : undefined;
}

function scan(text: string): { strings: JsonPiece[]; isJson: boolean } {
  const strings: JsonPiece[] = [];
  const scanner = createScanner(text, true);
  let last: JsonPiece | undefined;
  let isJson = true;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (token === SyntaxKind.ColonToken && last) last.kind = 'key';
    last = undefined;
    if (token === SyntaxKind.StringLiteral) {
      const isCut = scanner.getTokenError() === ScanError.UnexpectedEndOfString;
      last = stringPiece(text, start + 1, isCut ? end : end - 1);
      strings.push(last);
      if (scanner.getTokenError() !== ScanError.None && !(isCut && end === text.length)) isJson = false;
    } else if (token === SyntaxKind.Unknown) isJson &&= BEYOND_JSON.has(text.slice(start, end));
    else if (scanner.getTokenError() !== ScanError.None) isJson = false;
  }
  return { strings, isJson: isJson && !hasComment(text, strings) };
}

function stringPiece(json: string, start: number, end: number): JsonPiece {
  const { text, offsets } = decodeJsonString(json.slice(start, end));
  const inner = unescaped(text, 1);
  if (!inner)
    return { start, end, kind: 'string', text, ...(offsets && { offsets }), encode: encodeJsonString };
  return {
    start,
    end,
    kind: 'string',
    text: inner.text,
    offsets: inner.offsets.map((at) => offsets?.[at] ?? at),
    encode: (given, at) => encodeJsonString(inner.encode(given, at)),
  };
}

/** The scanner skips comments, which may contain any text. */
function hasComment(text: string, strings: readonly JsonPiece[]): boolean {
  let start = 0;
  for (const string of [...strings, { start: text.length, end: text.length }]) {
    if (text.slice(start, string.start).includes('/')) return true;
    start = string.end;
  }
  return false;
}

/** A new text for a range of JSON, escaped as JSON. */
export interface Patch {
  start: number;
  end: number;
  written: string;
}

/** Returns the patches that hide the values of one piece. Each value is patched on its own if its position is known. */
export function patchesOf(piece: JsonPiece, hidden: AnonymizedText): Patch[] {
  if (hidden.detected.length === 0) return [];
  const { start, end, text, offsets } = piece;
  const at = (index: number): number => start + (offsets ? (offsets[index] ?? 0) : index);
  const found = aligned(text, hidden);
  if (!found) return [{ start, end, written: piece.encode(hidden.text, 0) }];
  return found.map(({ from, to, replacement }) => ({
    start: at(from),
    end: at(to),
    written: piece.encode(replacement, from),
  }));
}

interface Replaced {
  from: number;
  to: number;
  replacement: string;
}

/** Assigns replacements to spans. One original may have several replacements if it means several persons. */
function aligned(
  text: string,
  { text: output, detected, replacements }: AnonymizedText,
): Replaced[] | undefined {
  const byOriginal = new Map<string, string[]>();
  for (const { original, replacement } of replacements)
    byOriginal.set(original, [...(byOriginal.get(original) ?? []), replacement]);
  const found: Replaced[] = [];
  let position = detected[0]?.start ?? 0;
  for (const [i, { start, end }] of detected.entries()) {
    const original = text.slice(start, end);
    const kept = text.slice(end, detected[i + 1]?.start ?? text.length);
    const [replacement] = (byOriginal.get(original) ?? [])
      .filter((one) => output.startsWith(one + kept, position))
      .sort((one, other) => other.length - one.length);
    if (replacement === undefined) return undefined;
    found.push({ from: start, to: end, replacement });
    position += replacement.length + kept.length;
  }
  return position === output.length ? found : undefined;
}

/** Applies patches, which are sorted and do not overlap. Everything else stays unchanged. */
export function spliced(text: string, patches: readonly Patch[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, written } of patches) {
    pieces.push(text.slice(from, start), written);
    from = end;
  }
  return pieces.join('') + text.slice(from);
}
