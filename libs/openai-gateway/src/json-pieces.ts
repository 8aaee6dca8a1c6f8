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
  const scanner = createScanner(text);
  let last: JsonPiece | undefined;
  for (let start = 0; start < text.length; start = scanner.getPosition()) {
    if (slice.isOver) await slice.next();
    if (text[start] === '"') {
      // The scanner would decode a string of any size at once.
      const end = await endOfString(text, start + 1, slice);
      if (end === undefined) return undefined;
      last = await stringPiece(text, start + 1, end, slice);
      strings.push(last);
      if (strings.length > MOST_PIECES)
        refuse('messages', `and tools must not have more than ${MOST_PIECES} strings in one JSON text`);
      scanner.setPosition(end + 1);
      continue;
    }
    const token = scanner.scan();
    if (token === SyntaxKind.Trivia || token === SyntaxKind.LineBreakTrivia) continue;
    if (token === SyntaxKind.ColonToken && last) last.kind = 'key';
    last = undefined;
    if (!isToken(token, scanner.getTokenError(), text.slice(start, scanner.getPosition()))) return undefined;
  }
  return strings;
}

/** Returns whether JSON may have a token beside its strings. The scanner accepts comments, which may contain any text. */
function isToken(token: SyntaxKind, error: ScanError, text: string): boolean {
  if (token === SyntaxKind.Unknown) return BEYOND_JSON.has(text);
  const isComment = token === SyntaxKind.LineCommentTrivia || token === SyntaxKind.BlockCommentTrivia;
  return error === ScanError.None && !isComment;
}

/** Returns where a string of JSON ends, before its quote; the text's length if it is cut; undefined if it is invalid. */
async function endOfString(text: string, start: number, slice: TimeSlice): Promise<number | undefined> {
  // A quote, a control character, or a backslash with what it escapes
  const signs = /"|[^\u0020-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|(?:u[0-9a-fA-F]{0,3})?$)?/g;
  signs.lastIndex = start;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { 0: found, index } = sign;
    if (found === '"') return index;
    const isEscape = found.length > 1 || index + found.length === text.length;
    if (!found.startsWith('\\') || !isEscape) return undefined;
    if (slice.isOver) await slice.next();
  }
  return text.length;
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
