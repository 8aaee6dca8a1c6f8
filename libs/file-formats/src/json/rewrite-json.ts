import { createScanner, SyntaxKind } from 'jsonc-parser';
import type { FormatCode } from '../editing/file-format';
import { applyChanges, splice, type FileText, type Splice } from '../editing/text-editor';
import { decodeWithMark, MARK } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** Rewrites the strings and numbers of JSON (RFC 8259). All other bytes stay. */
export const jsonCode: FormatCode = {
  rewrite(file, editor) {
    const { source, mark } = parsed(file);
    const splices: Splice[] = [];
    for (const { start, end, text, ...about } of literalsOf(source)) {
      const changes = editor.edit({ ...about, text });
      if (changes.length > 0)
        splices.push({ start, end, written: JSON.stringify(applyChanges(text, changes)) });
    }
    return Promise.resolve(Buffer.from(mark + splice(source, splices)));
  },

  async *readAgain(file) {
    const pending: unknown[] = [JSON.parse(file.toString('utf8').replace(/^\ufeff/, ''))];
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value === 'string') yield { part: 'values', text: value };
      else if (typeof value === 'number') yield { part: 'values', text: String(value) };
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) {
          if (!Array.isArray(value)) yield { part: 'names', text: name };
          pending.push(member);
        }
    }
  },
};

/** A string, a number or the name of a member, with its place in the source. */
interface Literal extends FileText {
  start: number;
  end: number;
}

/** Yields the literals of valid JSON. It needs no stack, so values can nest at any depth. */
function* literalsOf(source: string): Generator<Literal> {
  const scanner = createScanner(source, true);
  /** Whether the next value directly follows its name */
  let isNamed = false;
  let pending: Literal | undefined;
  for (let kind = scanner.scan(); ; kind = scanner.scan()) {
    if (kind === SyntaxKind.ColonToken && pending) yield { ...withoutJoins(pending), part: 'names' };
    else if (pending) yield pending;
    pending = undefined;
    if (kind === SyntaxKind.EOF) return;
    if (kind === SyntaxKind.StringLiteral || kind === SyntaxKind.NumericLiteral) {
      const start = scanner.getTokenOffset();
      const end = start + scanner.getTokenLength();
      const text = kind === SyntaxKind.StringLiteral ? scanner.getTokenValue() : source.slice(start, end);
      pending = { part: 'values', text, start, end, ...(isNamed && { joins: 'field' }) };
    }
    isNamed = kind === SyntaxKind.ColonToken;
  }
}

const withoutJoins = ({ part, text, start, end }: Literal): Literal => ({ part, text, start, end });

/** Returns the text of valid JSON, and its byte order mark. @throws UnreadableFile */
function parsed(file: Buffer): { source: string; mark: string } {
  if (file.length === 0) throw new UnreadableFile('empty');
  const { text, hasMark } = decodeWithMark(file);
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
  // Parsers of JSON refuse a mark, so no file gets one that had none.
  return { source: text, mark: hasMark ? MARK : '' };
}
