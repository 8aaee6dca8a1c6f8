import { excelDate } from './excel-date';
import type { XmlListener } from './read-xml';

export interface Workbook {
  sharedStrings: readonly string[];
  /** For each cell style, whether it shows a date. */
  dateStyles: readonly boolean[];
  from1904: boolean;
}

/** The text of a worksheet (ECMA-376, part 1, 18.3): a line a row, with tabs between the cells that hold something. */
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
