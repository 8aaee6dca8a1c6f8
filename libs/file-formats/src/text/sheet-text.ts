import type { XmlListener } from './read-xml';

export interface Workbook {
  sharedStrings: readonly string[];
  /** For each cell style, whether it shows a date. */
  dateStyles: readonly boolean[];
  from1904: boolean;
}

/**
 * Extracts the text of a worksheet (ECMA-376, part 1, 18.3): a line for each row, with tabs between non-empty cells.
 */
export class SheetText implements XmlListener {
  private type = '';
  private isDate = false;
  private reading = false;
  private value = '';
  private row: string[] = [];

  constructor(private readonly workbook: Workbook) {}

  open(name: string, { t = 'n', s = '0' }: Readonly<Record<string, string>>): undefined {
    if (name === 'c') {
      this.type = t;
      this.isDate = this.workbook.dateStyles[Number(s)] ?? false;
      this.value = '';
    }
    this.reading = name === 'v' || name === 't';
  }

  text(text: string): undefined {
    if (this.reading) this.value += text;
  }

  close(name: string): string | undefined {
    this.reading = false;
    if (name === 'c' && this.value) this.row.push(this.shown());
    if (name !== 'row' || this.row.length === 0) return undefined;
    const line = `${this.row.join('\t')}\n`;
    this.row = [];
    return line;
  }

  private shown(): string {
    if (this.type === 's') return this.workbook.sharedStrings[Number(this.value)] ?? '';
    if (this.type === 'b') return this.value === '1' ? 'TRUE' : 'FALSE';
    const date =
      this.type === 'n' && this.isDate ? excelDate(Number(this.value), this.workbook.from1904) : undefined;
    return date ?? this.value;
  }
}

const DAY_MS = 86_400_000;
/** Day 0 of the two date systems. The first one treats 1900 as a leap year, hence the 30th. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_466;

/** Returns whether a number format shows dates or times (ECMA-376, part 1, 18.8.30 and 18.8.31). */
export function isDateFormat(id: number, code = ''): boolean {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return true;
  return /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[(?!h|m|s)[^[\]]*\]|general/gi, ''));
}

/** Converts a serial date of a spreadsheet to ISO 8601; undefined if it is invalid. */
export function excelDate(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_DAY)) return undefined;
  const at = (from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY_MS);
  const [date = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
