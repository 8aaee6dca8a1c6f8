import { type Field, type Line, linesOf } from './field';
import {
  type Cell,
  type Delimiter,
  DELIMITERS,
  fieldsBelow,
  fieldsBeside,
  holds,
  isHeadRow,
  namesKind,
  splitRow,
} from './table-row';

const RULE = /^[\s|+:=-]+$/;

interface Table {
  delimiter: Delimiter;
  heads: string[];
  /** The row of heads as written in the text */
  written: string;
}

/** Returns the fields of tables in lines: CSV with `,` `;` `|` or tabs, Markdown, columns separated by blanks. */
export function readTables(text: string, lines: readonly Line[]): Field[] {
  const fields: Field[] = [];
  for (const { line, table, row } of rowsOf(lines)) {
    if (table && row) fields.push(...fieldsBelow(text, table.heads, row));
    else if (!table) fields.push(...readBeside(text, line));
  }
  return fields;
}

/**
 * Returns the row of heads of the table at each of `starts` (ascending), for recognizers that read one section of a long
 * table. `null` for a position outside of tables.
 */
export function headsAt(text: string, starts: readonly number[]): (string | null)[] {
  const heads: (string | null)[] = [];
  let open: Table | undefined;
  for (const { line, table } of rowsOf(linesOf(text))) {
    while (heads.length < starts.length && (starts[heads.length] ?? 0) < line.start)
      heads.push(open?.written ?? null);
    open = table;
  }
  return starts.map((_, at) => (at < heads.length ? (heads[at] ?? null) : (open?.written ?? null)));
}

interface Row {
  line: Line;
  /** The table that the line belongs to or begins */
  table?: Table;
  /** Its cells, if their number equals the number of heads */
  row?: Cell[];
}

function* rowsOf(lines: readonly Line[]): Generator<Row> {
  let table: Table | undefined;
  for (const [at, line] of lines.entries()) {
    if (table && RULE.test(line.text) && line.text.trim() !== '') {
      yield { line, table };
      continue;
    }
    const row: Cell[] = table && holds(line.text, table.delimiter) ? split(line, table.delimiter) : [];
    const isRow = table !== undefined && row.length === table.heads.length;
    // A row that is broken by a cell with a line break does not end the table.
    if (!isRow && row.length < 2) table = headedBy(line, nextRow(lines, at));
    yield { line, ...(table && { table }), ...(isRow && { row }) };
  }
}

const split = (line: Line, delimiter: Delimiter): Cell[] => splitRow(line.text, line.start, delimiter);

/** Returns the table that begins with this line: a row of heads, followed by one with the same number of cells. */
function headedBy(line: Line, next: Line | undefined): Table | undefined {
  for (const delimiter of DELIMITERS) {
    if (!next || !holds(line.text, delimiter) || !holds(next.text, delimiter)) continue;
    const heads = split(line, delimiter);
    const below = split(next, delimiter);
    if (isHeadRow(heads) && below.length === heads.length && !namesKind(below[0]?.text ?? ''))
      return { delimiter, heads: heads.map((cell) => cell.text), written: line.text };
  }
  return undefined;
}

function nextRow(lines: readonly Line[], at: number): Line | undefined {
  const next = lines[at + 1];
  return next && next.text.trim() !== '' && RULE.test(next.text) ? lines[at + 2] : next;
}

/** Returns fields of rows that name their values themselves: "Telefon;0171 ...", "| Phone | 212 ... |". */
function readBeside(text: string, line: Line): Field[] {
  const delimiter = DELIMITERS.find((sign) => sign !== ',' && holds(line.text, sign));
  return delimiter === undefined ? [] : fieldsBeside(text, split(line, delimiter));
}
