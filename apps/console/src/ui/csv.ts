/** Writes CSV (RFC 4180). Cells that a spreadsheet would read as a formula start with an apostrophe. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^['=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a cell without the apostrophe of `writeCsv`. */
const plainOf = (cell: string): string => (/^'['=+\-@]/.test(cell) ? cell.slice(1) : cell);

interface Row {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
}

/**
 * Splits a text into rows of cells, without empty rows. Quoted cells may contain separators, line breaks and doubled quotes.
 * The first line shows whether commas or, as many spreadsheets write them, semicolons separate the cells.
 */
function readRows(written: string): Row[] {
  const text = written.replace(/^\uFEFF/, '');
  const separator = separatorOf(text.split(/[\r\n]/, 1)[0]!);
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    const ends = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n');
    if (ends) line++;
    if (quoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted) cell += letter;
    else if (letter === separator) {
      row.cells.push(cell);
      cell = '';
    } else if (ends) {
      rows.push({ ...row, cells: [...row.cells, cell] });
      [row, cell] = [{ line, cells: [] }, ''];
    } else if (letter !== '\r') cell += letter;
  }
  rows.push({ ...row, cells: [...row.cells, cell] });
  return rows.filter(({ cells }) => cells.some((value) => value !== ''));
}

const separatorOf = (head: string): ',' | ';' => (head.includes(';') && !head.includes(',') ? ';' : ',');

export interface CsvTable {
  /** Whether the first row names this column. */
  has: (column: string) => boolean;
  rows: { line: number; cell: (column: string) => string }[];
}

/**
 * Reads a text with the output of `writeCsv`, also after a spreadsheet has saved it. The first row names the columns, in any
 * order and case. A cell without a column is empty.
 *
 * @param aliases other names of columns
 */
export function readTable(text: string, aliases: Readonly<Record<string, readonly string[]>> = {}): CsvTable {
  const [head, ...rows] = readRows(text);
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const at = (column: string) =>
    names.findIndex((name) => name === column || aliases[column]?.includes(name));
  return {
    has: (column) => at(column) >= 0,
    rows: rows.map(({ line, cells }) => ({ line, cell: (column) => plainOf(cells[at(column)] ?? '') })),
  };
}
