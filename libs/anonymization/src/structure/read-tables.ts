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
  /** The row of heads as it stands in the text */
  written: string;
}

/** The fields of tables in lines: CSV with `,` `;` `|` or tabs, Markdown, columns parted by blanks. */
export function readTables(text: string, lines: readonly Line[]): Field[] {
  const fields: Field[] = [];
  for (const { line, table, row } of rowsOf(lines)) {
    if (table && row) fields.push(...fieldsBelow(text, table.heads, row));
    else if (!table) fields.push(...readBeside(text, line));
  }
  return fields;
}

/**
 * The rows of heads that are in force at each of `starts` (ascending): a recognizer that reads one section of a long table needs them.
 * `null` where a place is in no table.
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
  /** The table that the line stands in or begins */
  table?: Table;
  /** Its cells, where it has as many as there are heads */
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
    // A row that a cell with a line break tears apart does not end the table.
    if (!isRow && row.length < 2) table = headedBy(line, nextRow(lines, at));
    yield { line, ...(table && { table }), ...(isRow && { row }) };
  }
}

const split = (line: Line, delimiter: Delimiter): Cell[] => splitRow(line.text, line.start, delimiter);

/** The table that begins with this line: a row of heads and one of as many cells below. */
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

/** "Telefon;0171 ...", "| Phone | 212 ... |": rows that name their values themselves. */
function readBeside(text: string, line: Line): Field[] {
  const delimiter = DELIMITERS.find((sign) => sign !== ',' && holds(line.text, sign));
  return delimiter === undefined ? [] : fieldsBeside(text, split(line, delimiter));
}
