import { createScanner, ScanError, SyntaxKind } from 'jsonc-parser';
import { type AnonymizedText, decodeJsonString, encodeJsonString } from '@app/anonymization';

/** A range of JSON text that may contain a person's words, as offsets in UTF-16 code units. */
export interface JsonPiece {
  /** The offset after the opening quote, if there is one. */
  start: number;
  end: number;
  /** Its text without escapes. */
  text: string;
  /** The offset of each unit of `text`, counted from `start`. Absent if nothing is escaped. */
  offsets?: readonly number[];
  kind: 'string' | 'key' | 'stray';
}

/** The literals that Python's `json.dumps` writes in addition to JSON. */
const BEYOND_JSON = new Set(['NaN', 'Infinity', '-', '-Infinity']);
const WORDS = /[\p{L}\p{N}]/u;

/**
 * Finds the strings and keys of a text that is JSON, several JSON texts, or the beginning of one. It reads token by token,
 * so that everything between them stays unchanged. If a text only resembles JSON and contains escapes, the text between
 * its strings is a piece too.
 *
 * @returns undefined if the text must be read as plain text
 */
export function jsonPieces(text: string): JsonPiece[] | undefined {
  if (!/^\s*["[{]/.test(text)) return undefined;
  const { strings, isJson } = scan(text);
  if (isJson) return strings;
  return text.includes('\\') ? withStrays(text, strings) : undefined;
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

function stringPiece(text: string, start: number, end: number): JsonPiece {
  return { start, end, kind: 'string', ...decodeJsonString(text.slice(start, end)) };
}

/** The scanner skips comments, which may contain any text. */
function hasComment(text: string, strings: readonly JsonPiece[]): boolean {
  return between(text, strings).some(({ text: stray }) => stray.includes('/'));
}

function withStrays(text: string, strings: readonly JsonPiece[]): JsonPiece[] {
  const strays = between(text, strings).filter(({ text: stray }) => WORDS.test(stray));
  return [...strings, ...strays].sort((one, other) => one.start - other.start);
}

function between(text: string, strings: readonly JsonPiece[]): JsonPiece[] {
  const strays: JsonPiece[] = [];
  let start = 0;
  for (const string of [...strings, { start: text.length, end: text.length }]) {
    strays.push({ start, end: string.start, kind: 'stray', text: text.slice(start, string.start) });
    start = string.end;
  }
  return strays;
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
  const { start, end, text, offsets, kind } = piece;
  const at = (index: number): number => start + (offsets ? (offsets[index] ?? 0) : index);
  const write = (written: string): string => (kind === 'stray' ? written : encodeJsonString(written));
  const found = aligned(text, hidden);
  if (!found) return [{ start, end, written: write(hidden.text) }];
  return found.map(({ from, to, replacement }) => ({
    start: at(from),
    end: at(to),
    written: write(replacement),
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
