import type { FormatCode } from '../editing/file-format';
import { applyChanges, type FileText } from '../editing/text-editor';
import { decodeWithMark, markOf } from '../text/decode-text';
import { UnreadableFile } from '../unreadable';

/** A cell as it stands in the file, with what follows it: a separator, a line end or nothing. */
interface Cell {
  raw: string;
  after: string;
}

/** A cell that spreadsheet programs compute */
const FORMULA = /^\s*[=+@-]/;
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Rewrites comma- or tab-separated values (RFC 4180): only cells that change are written differently. The file is written in
 * UTF-8, with a byte order mark unless it was UTF-8 without one: spreadsheet programs read other files in older encodings.
 */
export const csvCode: FormatCode = {
  rewrite(file, editor) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const decoded = decodeWithMark(file);
    const { text } = decoded;
    const separator = separatorOf(text);
    let out = markOf(decoded);
    let isFirst = true;
    for (const { raw, after } of cellsOf(text, separator)) {
      const value = valueOf(raw);
      const cell: FileText = {
        part: 'cells',
        text: value,
        ...(!isFirst && { joins: 'cell' }),
        ...(FORMULA.test(value) && { isAddress: true }),
      };
      const changes = value === '' ? [] : editor.edit(cell);
      out += (changes.length === 0 ? raw : written(applyChanges(value, changes), raw, separator)) + after;
      isFirst = after !== separator;
    }
    return Promise.resolve(Buffer.from(out));
  },

  async *readAgain(file) {
    const text = file.toString('utf8');
    yield { part: 'cells', text };
    yield { part: 'cells', text: text.replaceAll('""', '"') };
  },
};

/** Returns the separator that stands most often in the first line, outside quotes. */
function separatorOf(text: string): string {
  const [head = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1);
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

function* cellsOf(text: string, separator: string): Generator<Cell> {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== separator && character !== '\n')) continue;
    const end = character === '\n' && text[at - 1] === '\r' && at > start ? at - 1 : at;
    yield { raw: text.slice(start, end), after: text.slice(end, at + 1) };
    start = at + 1;
  }
  if (start < text.length) yield { raw: text.slice(start), after: '' };
}

const valueOf = (raw: string): string => quoted(raw) ?? raw;

const written = (value: string, raw: string, separator: string): string =>
  quoted(raw) !== undefined || value.includes(separator) || /["\r\n]/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : value;

/** Returns the value of a cell in quotes; undefined if it is none. */
function quoted(raw: string): string | undefined {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) return undefined;
  const value = raw.slice(1, -1).replaceAll('""', '\0');
  return value.includes('"') ? undefined : value.replaceAll('\0', '"');
}
