import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';

/** What became of one file of a folder. It contains no value of the file. */
export interface FileOutcome {
  /** Its path in the folder, with `/` and after `./` */
  path: string;
  status: 'done' | 'refused';
  /** Its path in the folder of results */
  written: string;
  /** The number of values by kind, such as `Names=3 Emails=1` */
  values: string;
  /** The parts that were left out, with their number */
  dropped: string;
  /** The code of the error */
  error: string;
  /** SHA-256 of the content, by which a changed file is noticed */
  sha256: string;
}

const COLUMNS = ['path', 'status', 'written', 'values', 'dropped', 'error', 'sha256'] as const;
const LINE_END = '\r\n';

/** The report of a folder: a row for each file, as CSV (RFC 4180). A row is added as soon as its file is done. */
export class FolderReport {
  private constructor(
    private readonly file: string,
    /** By path; of several rows of a file, the last one counts */
    private readonly outcomes: Map<string, FileOutcome>,
  ) {}

  /** Opens the report of an earlier run, or begins one. A row that was not written to its end is left out. */
  static async open(file: string): Promise<FolderReport> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const outcomes = readCsv(text)
      .slice(1)
      .map(
        (cells) =>
          Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i] ?? ''])) as unknown as FileOutcome,
      );
    const report = new FolderReport(file, new Map(outcomes.map((outcome) => [outcome.path, outcome])));
    await report.finish([...report.outcomes.keys()]);
    return report;
  }

  of(path: string): FileOutcome | undefined {
    return this.outcomes.get(path);
  }

  get all(): FileOutcome[] {
    return [...this.outcomes.values()];
  }

  async add(outcome: FileOutcome): Promise<void> {
    this.outcomes.set(outcome.path, outcome);
    await appendFile(this.file, rowOf(outcome));
  }

  /** Writes the report again, with one row for each of these files, in their order. */
  async finish(paths: readonly string[]): Promise<void> {
    const rows = paths.flatMap((path) => this.outcomes.get(path) ?? []);
    await writeFile(`${this.file}.part`, lineOf(COLUMNS) + rows.map(rowOf).join(''), { mode: 0o600 });
    await rename(`${this.file}.part`, this.file);
  }
}

const rowOf = (outcome: FileOutcome): string => lineOf(COLUMNS.map((name) => outcome[name]));

const lineOf = (cells: readonly string[]): string => cells.map(cellOf).join(',') + LINE_END;

const cellOf = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns the complete rows of a CSV text. */
function readCsv(text: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, raw = '', after] = match;
    row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (after === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
