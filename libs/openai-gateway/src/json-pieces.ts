import { createScanner, ScanError, SyntaxKind } from 'jsonc-parser';
import { type AnonymizedText, encodeJsonString } from '@app/anonymization';
import type { TimeSlice } from '@app/common';
import { unescaped, unescapedLiteral, type UnescapedText } from './escaped-text';
import { MAX_IDENTIFIERS, MAX_TEXTS, refuse } from './reading/bounds';

/** A range of JSON or of code that may contain a person's words, as offsets in UTF-16 code units. */
export interface JsonPiece {
  /** The offset after the opening quote, if there is one. */
  start: number;
  end: number;
  /** Its text without escapes. */
  text: string;
  /** Returns the position of a position in `text`, counted from `start`. Absent if nothing is escaped. */
  originOf?: UnescapedText['originOf'];
  kind: 'string' | 'key' | 'text';
  /** Escapes a text as it must be written at this position of `text`. */
  encode(text: string, at: number): string;
}

/** Limit for the strings and keys of one JSON text. */
const MOST_PIECES = MAX_TEXTS + MAX_IDENTIFIERS;
/** The literals that Python's `json.dumps` writes in addition to JSON. */
const BEYOND_JSON = new Set(['NaN', 'Infinity', '-', '-Infinity']);

/**
 * Finds the pieces of a text of a program: the strings and keys of a text that is JSON, several JSON texts, or the beginning
 * of one. It reads token by token, so that everything between them stays unchanged. Code and any other text with escapes is
 * one piece. Literals inside of a piece are decoded, too.
 *
 * @returns undefined if the text must be read as it is
 * @throws AppError `bad_request` if there are too many pieces or escapes
 */
export async function jsonPieces(text: string, slice: TimeSlice): Promise<JsonPiece[] | undefined> {
  const strings = /^\s*["[{]/.test(text) ? await stringsOf(text, slice) : undefined;
  if (strings) return strings;
  const decoded = await unescaped(text, slice);
  return decoded && [{ start: 0, end: text.length, kind: 'text', ...decoded }];
}

/** Returns the strings and keys of JSON; undefined for any other text. */
async function stringsOf(text: string, slice: TimeSlice): Promise<JsonPiece[] | undefined> {
  const strings: JsonPiece[] = [];
  const scanner = createScanner(text, true);
  let last: JsonPiece | undefined;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (token === SyntaxKind.ColonToken && last) last.kind = 'key';
    last = undefined;
    if (token === SyntaxKind.StringLiteral) {
      const isCut = scanner.getTokenError() === ScanError.UnexpectedEndOfString;
      if (scanner.getTokenError() !== ScanError.None && !(isCut && end === text.length)) return undefined;
      last = await stringPiece(text, start + 1, isCut ? end : end - 1, slice);
      strings.push(last);
      if (strings.length > MOST_PIECES)
        refuse('messages', `and tools must not have more than ${MOST_PIECES} strings in one JSON text`);
    } else if (token === SyntaxKind.Unknown) {
      if (!BEYOND_JSON.has(text.slice(start, end))) return undefined;
    } else if (scanner.getTokenError() !== ScanError.None) return undefined;
    if (slice.isOver) await slice.next();
  }
  return hasComment(text, strings) ? undefined : strings;
}

async function stringPiece(json: string, start: number, end: number, slice: TimeSlice): Promise<JsonPiece> {
  const raw = json.slice(start, end);
  const decoded = await unescapedLiteral(raw, slice);
  const inner = await unescaped(decoded ? decoded.text : raw, slice, 1);
  const { text, originOf } = inner ?? decoded ?? { text: raw };
  return {
    start,
    end,
    kind: 'string',
    text,
    ...(originOf && { originOf: inner && decoded ? (at) => decoded.originOf(inner.originOf(at)) : originOf }),
    encode: (given, at) => encodeJsonString(inner ? inner.encode(given, at) : given),
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
  const { start, end, text, originOf } = piece;
  const at = (index: number): number => start + (originOf ? originOf(index) : index);
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
