/** A text of a file: a paragraph, a cell, a line, an attribute or another string that people wrote. */
export interface FileText {
  /** The part of the format that contains it, as its table of parts names it */
  part: string;
  text: string;
  /**
   * How it continues the text before it. `line`: both are lines of one running text, so a value may begin there and end
   * here. `cell`: both are cells of one row. `field`: it is the value of the name before it. If absent, it stands alone, as a
   * paragraph does
   */
  joins?: 'line' | 'cell' | 'field';
  /** Whether programs read all of it as one address or one formula, which blanks do not end */
  isAddress?: true;
}

/** Replaces `text.slice(start, end)`. Offsets are UTF-16 code units. */
export interface TextChange {
  start: number;
  end: number;
  replacement: string;
}

/**
 * Is shown every text of a file, and says what to change in it. A format walks over its files in the same way for reading and
 * for writing, so both see the same texts in the same order.
 */
export interface TextEditor {
  /** Whether only the texts are needed: then what a format writes is not used */
  readonly isReading: boolean;
  /** @returns changes in ascending order, without overlaps; none while reading */
  edit(text: FileText): readonly TextChange[];
  /** Returns what `make` returned while the file was read, so that costly work is done once. It must be JSON. */
  remember<T>(make: () => Promise<T>): Promise<T>;
  /** Notes that a part, or a property such as a signature, is missing in the written file. */
  drop(part: string): void;
  /** Notes a page that is written as a picture, or was read by OCR. */
  count(what: 'rasterized_pages' | 'pages_read_by_ocr'): void;
}

/** Returns a text after its changes. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let written = '';
  let at = 0;
  for (const { start, end, replacement } of changes) {
    written += text.slice(at, start) + replacement;
    at = end;
  }
  return written + text.slice(at);
}

/**
 * Returns the changes of each line of a text that was joined by line ends. What replaces a value over several lines stands in
 * the first of them.
 *
 * @param lengths the length of each line
 */
export function changesOfLines(
  lengths: readonly number[],
  changes: readonly TextChange[],
): { length: number; of: TextChange[] }[] {
  let from = 0;
  return lengths.map((length) => {
    const of = changes.flatMap(({ start, end, replacement }) => {
      const [first, last] = [start - from, end - from];
      if (last <= 0 || first >= length) return [];
      return [
        {
          start: Math.max(first, 0),
          end: Math.min(last, length),
          replacement: first >= 0 ? replacement : '',
        },
      ];
    });
    from += length + 1;
    return { length, of };
  });
}

/**
 * Shows the editor a text that a file stores in several pieces, such as the differently formatted parts of a paragraph, as one.
 *
 * @param pieces in the order of the text
 * @returns the pieces after the changes. What replaces a value over several pieces stands in the first of them
 */
export function editPieces(
  editor: TextEditor,
  pieces: readonly string[],
  about: Omit<FileText, 'text'>,
): string[] {
  const changes = editor.edit({ ...about, text: pieces.join('') });
  return changesOfPieces(
    pieces.map(({ length }) => length),
    changes,
  ).map((own, i) => applyChanges(pieces[i]!, own));
}

/** Returns the changes of each piece of a text. What replaces a value over several pieces stands in the first of them. */
export function changesOfPieces(
  lengths: readonly number[],
  changes: readonly TextChange[],
): (readonly TextChange[])[] {
  if (changes.length === 0) return lengths.map(() => []);
  let from = 0;
  let next = 0;
  return lengths.map((length) => {
    const to = from + length;
    const own: TextChange[] = [];
    for (; next < changes.length && changes[next]!.start < to; next += 1) {
      const { start, end, replacement } = changes[next]!;
      own.push({
        start: Math.max(start, from) - from,
        end: Math.min(end, to) - from,
        replacement: start >= from ? replacement : '',
      });
      if (end > to) break;
    }
    from = to;
    return own;
  });
}

/** A part of the source text of a file, and what is written in its place. */
export interface Splice {
  start: number;
  end: number;
  written: string;
}

/** Returns a source text with other parts. @throws Error if parts overlap: then the text was not understood */
export function splice(source: string, parts: readonly Splice[]): string {
  let written = '';
  let at = 0;
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    if (part.start < at) throw new Error('Parts of the file overlap');
    written += source.slice(at, part.start) + part.written;
    at = part.end;
  }
  return written + source.slice(at);
}
