import { KnownValues } from '../ocr/known-values';
import { squeeze } from '../ocr/squeezed';
import { NOTHING_ASKED, type AskedWords } from './asked-words';
import type { EditOptions, FormatCode } from './file-format';
import type { FileText, TextChange, TextEditor } from './text-editor';
import { ValueSearch } from './value-search';

/** What was read of a file. */
export interface TextsOfFile {
  texts: FileText[];
  /** What the format remembers from reading, in order */
  memory: unknown[];
}

/** How a file is written. */
export interface Rewriting {
  /** The changes of each text that was read, in the same order; and the length of the text */
  changes: readonly { length: number; of: readonly TextChange[] }[];
  memory: readonly unknown[];
}

/** What a caller learns about a written file, without any value of it. It is JSON. */
export interface WrittenReport {
  /** How often each part was left out */
  dropped: Record<string, number>;
  rasterizedPages: number;
  pagesReadByOcr: number;
}

export interface WrittenFile {
  content: Buffer;
  report: WrittenReport;
}

/**
 * Calls `onText` for each text of a file, in order.
 *
 * @returns what the format remembers
 * @throws UnreadableFile
 */
export async function walkTexts(
  format: FormatCode,
  file: Buffer,
  options: EditOptions,
  onText: (text: FileText) => void,
): Promise<unknown[]> {
  const reader = new Reader(onText);
  await format.rewrite(file, reader, options);
  return reader.memory;
}

/** Returns the texts of a file. @throws UnreadableFile */
export async function readTexts(
  format: FormatCode,
  file: Buffer,
  options: EditOptions,
): Promise<TextsOfFile> {
  const texts: FileText[] = [];
  const memory = await walkTexts(format, file, options, (text) => texts.push(text));
  return { texts, memory };
}

/** Returns a file with changed texts. @throws UnreadableFile */
export async function writeTexts(
  format: FormatCode,
  file: Buffer,
  rewriting: Rewriting,
  options: EditOptions,
): Promise<WrittenFile> {
  const writer = new Writer(rewriting);
  const content = await format.rewrite(file, writer, options);
  writer.end();
  return { content, report: writer.report };
}

/**
 * Returns the parts of a written file in which one of the values is left, whole or in pieces, or a word that was asked to be
 * hidden, whether or not it was found.
 *
 * @throws UnreadableFile
 */
export async function partsWithValues(
  format: FormatCode,
  file: Buffer,
  values: readonly string[],
  options: EditOptions,
  { words, terms }: AskedWords = NOTHING_ASKED,
): Promise<string[]> {
  const search = new ValueSearch([...values, ...words]);
  const termSearch = new ValueSearch(terms, ' ');
  const known = new KnownValues();
  for (const value of values) known.add(value, '');
  const parts = new Set<string>();
  for await (const { part, text, pieces = [] } of format.readAgain(file, options))
    if (
      search.isIn(text) ||
      termSearch.isIn(text) ||
      known.findSplit(pieces.map((piece) => squeeze([...piece]))).length > 0
    )
      parts.add(part);
  return [...parts];
}

class Reader implements TextEditor {
  readonly isReading = true;
  readonly memory: unknown[] = [];

  constructor(private readonly onText: (text: FileText) => void) {}

  edit(text: FileText): readonly TextChange[] {
    this.onText(text);
    return [];
  }

  async remember<T>(make: () => Promise<T>): Promise<T> {
    const made = await make();
    this.memory.push(made);
    return made;
  }

  drop(): void {
    // Only what is written is reported.
  }

  count(): void {
    // Only what is written is reported.
  }
}

class Writer implements TextEditor {
  readonly isReading = false;
  readonly report: WrittenReport = { dropped: {}, rasterizedPages: 0, pagesReadByOcr: 0 };
  private text = 0;
  private remembered = 0;

  constructor(private readonly rewriting: Rewriting) {}

  /** @throws Error if the texts are others than while the file was read: then changes would go to other texts */
  edit({ text }: FileText): readonly TextChange[] {
    const next = this.rewriting.changes[this.text];
    this.text += 1;
    if (next?.length !== text.length) throw new Error('The texts of the file are others than before');
    return next.of;
  }

  remember<T>(): Promise<T> {
    this.remembered += 1;
    return Promise.resolve(this.rewriting.memory[this.remembered - 1] as T);
  }

  drop(part: string): void {
    this.report.dropped[part] = (this.report.dropped[part] ?? 0) + 1;
  }

  count(what: 'rasterized_pages' | 'pages_read_by_ocr'): void {
    if (what === 'rasterized_pages') this.report.rasterizedPages += 1;
    else this.report.pagesReadByOcr += 1;
  }

  end(): void {
    if (this.text !== this.rewriting.changes.length) throw new Error('A text of the file is missing');
  }
}
