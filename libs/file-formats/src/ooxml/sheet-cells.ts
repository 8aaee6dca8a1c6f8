import { applyChanges } from '../editing/text-editor';
import type { ShownTexts } from '../office/shown-texts';
import { decodeXml } from '../office/xml-characters';
import type { Element, XmlRewriter } from '../office/xml-rewriter';
import { excelDate } from '../text/sheet-text';
import { editFormula, type WorkbookNames } from './formula';
import { decodeCell, encodeCell, type SharedStrings } from './shared-strings';

/** What a sheet needs to know of its workbook. */
export interface SheetContext {
  strings: SharedStrings;
  /** For each cell style, whether it shows a date */
  dateStyles: readonly boolean[];
  from1904: boolean;
  names: WorkbookNames;
  /** The heads of the columns of tables in this sheet, by cell. They must equal the names of the columns */
  heads: ReadonlyMap<string, string>;
}

/** Numbers that can stand for a person: phone numbers, ids, postal codes. */
const WHOLE_NUMBER = /^-?\d{5,}$/;
/** Numbers that a spreadsheet stores without loss. */
const STORED_NUMBER = /^-?[1-9]\d{0,14}$/;
const LIKE_A_NUMBER = /^[\d.,:\s/-]*$/;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const USUAL_ERROR = /^#[A-Z0-9/!?_]+$/;
const REFERENCE = /\sr\s*=\s*["']([A-Z]+\d+)["']/;
const TYPE = /(?<!\s)\s+t\s*=\s*(?:"[^"]*"|'[^']*')/;

/**
 * Edits the cells of a sheet in its order, row by row, so that each is shown with its neighbors. A shared string is shown in
 * every cell that uses it, since neighbors decide what it means: `Anna` is one person beside `Weber` and another beside
 * `Schulz`. A changed cell gets an inline string, in the formats of the shared one. A number that changes to a text is written
 * like the result of a formula, and becomes a number again when the text does. A formula gets a new result.
 */
export class SheetCells {
  readonly observed = new Set(['s:c', 's:v', 's:f']);
  private start = 0;
  private value = { from: 0, to: 0 };
  private formula = { from: 0, to: 0 };
  private cell: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly context: SheetContext,
    private readonly texts: ShownTexts,
  ) {}

  opened({ name, attributes }: Element, rewriter: XmlRewriter, isEmpty: boolean): void {
    if (isEmpty) return;
    if (name === 's:c') {
      this.start = rewriter.hold() - 1;
      this.cell = attributes;
      this.value = this.formula = { from: 0, to: 0 };
    } else if (name === 's:v') this.value = { from: rewriter.length, to: rewriter.length };
    else this.formula = { from: rewriter.length, to: rewriter.length };
  }

  closing(name: string, rewriter: XmlRewriter): void {
    if (name === 's:v') this.value.to = rewriter.length;
    else if (name === 's:f') this.formula.to = rewriter.length;
    else {
      this.edit(rewriter);
      rewriter.release();
    }
  }

  private edit(rewriter: XmlRewriter): void {
    this.editFormula(rewriter);
    const raw = piecesOf(rewriter, this.value);
    if (!raw) return;
    switch (this.cell.get('t') ?? 'n') {
      case 's':
        this.editShared(rewriter, Number(raw));
        break;
      case 'e':
        // Gnumeric writes formulas that it cannot read as errors.
        if (!USUAL_ERROR.test(raw)) this.editString(rewriter, raw);
        break;
      case 'str':
        this.editString(rewriter, raw);
        break;
      case 'd':
        this.editValue(rewriter, decodeXml(raw), (edited) => this.replaceWhole(rewriter, edited));
        break;
      case 'n':
        this.editNumber(rewriter, raw.trim());
        break;
      default: // Truth values
    }
  }

  private editFormula(rewriter: XmlRewriter): void {
    const raw = piecesOf(rewriter, this.formula);
    if (!raw) return;
    const formula = decodeXml(raw);
    const edited = editFormula(formula, 'formulas', this.texts, this.context.names);
    if (edited !== formula) rewriter.replace(this.formula.from, this.formula.to, encodeCell(edited));
  }

  private editShared(rewriter: XmlRewriter, index: number): void {
    const { strings, heads, names } = this.context;
    const text = strings.text(index);
    const head =
      heads.size > 0 ? heads.get(REFERENCE.exec(rewriter.piece(this.start))?.[1] ?? '') : undefined;
    const joins = rewriter.joins;
    const changes = this.texts.changes({ part: 'cells', text, ...(joins && { joins }) });
    rewriter.noteShown();
    if (head !== undefined) {
      const changed = names.columns.changed(head);
      if (changed === undefined) strings.keep(index);
      else this.replaceWhole(rewriter, changed);
    } else if (changes.length === 0) strings.keep(index);
    else if (this.formula.to > 0) this.replaceWhole(rewriter, applyChanges(text, changes));
    else {
      const prefix = prefixOf(rewriter.piece(this.start));
      this.replaceContent(rewriter, `<${prefix}is>${strings.inline(index, changes, prefix)}</${prefix}is>`);
    }
  }

  private editString(rewriter: XmlRewriter, raw: string): void {
    const text = decodeCell(raw);
    this.editValue(rewriter, text, (edited) => {
      const stored = this.formula.to > 0 || LIKE_A_NUMBER.test(text) ? undefined : this.stored(edited);
      if (stored === undefined) this.replaceValue(rewriter, edited);
      else {
        rewriter.replace(this.start, this.start + 1, rewriter.piece(this.start).replace(TYPE, ''));
        rewriter.replace(this.value.from, this.value.to, stored);
      }
    });
  }

  /** Returns how the cell stores a number or a date; undefined if it is none. */
  private stored(text: string): string | undefined {
    const { dateStyles, from1904 } = this.context;
    const isDate = dateStyles[Number(this.cell.get('s') ?? 0)];
    return isDate ? serialOf(text, from1904) : STORED_NUMBER.exec(text)?.[0];
  }

  private editNumber(rewriter: XmlRewriter, raw: string): void {
    const { dateStyles, from1904 } = this.context;
    const number = Number(raw);
    const date = dateStyles[Number(this.cell.get('s') ?? 0)] ? excelDate(number, from1904) : undefined;
    const text = date ?? (Number.isSafeInteger(number) ? String(number) : raw);
    if (date === undefined && !WHOLE_NUMBER.test(text)) return;
    this.editValue(rewriter, text, (edited) => {
      const stored = this.stored(edited);
      if (stored === undefined) this.replaceNumber(rewriter, edited);
      else rewriter.replace(this.value.from, this.value.to, stored);
    });
  }

  private editValue(rewriter: XmlRewriter, text: string, write: (edited: string) => void): void {
    const joins = rewriter.joins;
    const changes = this.texts.changes({ part: 'cells', text, ...(joins && { joins }) });
    rewriter.noteShown();
    if (changes.length > 0) write(applyChanges(text, changes));
  }

  private replaceValue(rewriter: XmlRewriter, edited: string): void {
    rewriter.replace(this.value.from, this.value.to, encodeCell(edited));
  }

  /** Writes a text as the result of a formula, even if there is none: so a number is known when it comes back. */
  private replaceNumber(rewriter: XmlRewriter, edited: string): void {
    rewriter.replace(this.start, this.start + 1, withType(rewriter.piece(this.start), 'str'));
    this.replaceValue(rewriter, edited);
  }

  /** Writes a text as the result of the cell's formula, or as the cell's string. */
  private replaceWhole(rewriter: XmlRewriter, edited: string): void {
    const tag = rewriter.piece(this.start);
    if (this.formula.to > 0) this.replaceNumber(rewriter, edited);
    else {
      const prefix = prefixOf(tag);
      const string = `<${prefix}t xml:space="preserve">${encodeCell(edited)}</${prefix}t>`;
      this.replaceContent(rewriter, `<${prefix}is>${string}</${prefix}is>`);
    }
  }

  private replaceContent(rewriter: XmlRewriter, content: string): void {
    const tag = rewriter.piece(this.start);
    rewriter.replace(this.start, rewriter.length, withType(tag, 'inlineStr') + content);
  }
}

/** Tells cells apart by all but their reference. */
export const cellKey = (raw: string): string =>
  raw.startsWith('<c r="') ? `<c ${raw.slice(raw.indexOf('"', 6) + 1)}` : raw;

const withType = (tag: string, type: string): string =>
  tag.replace(TYPE, '').replace(/(?<!\s)\s*>$/, ` t="${type}">`);

/** Returns the prefix of a start tag, with its colon. */
const prefixOf = (tag: string): string => /^<([^\s:>]+:)/.exec(tag)?.[1] ?? '';

function piecesOf(rewriter: XmlRewriter, { from, to }: { from: number; to: number }): string {
  let raw = '';
  for (let at = from; at < to; at += 1) if (!rewriter.piece(at).startsWith('<')) raw += rewriter.piece(at);
  return raw;
}

function serialOf(date: string, from1904: boolean): string | undefined {
  const [, year, month, day] = ISO_DATE.exec(date) ?? [];
  if (!year) return undefined;
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const serial = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - epoch) / 86_400_000;
  return serial > 60 ? String(serial) : undefined;
}
