import type { TextInImages } from '../ocr/text-in-images';
import type { TextEditor } from './text-editor';

/** What a request may ask to leave out of the written file. Otherwise a file that has it is refused. */
export const DROPPABLE = ['macros', 'signatures', 'embedded', 'pictures'] as const;
export type Droppable = (typeof DROPPABLE)[number];

/**
 * What happens to a part. `rewrite`: its texts are shown to the editor; `drop`: it is left out; `keep`: it has no text that
 * people wrote; `refuse`: the file is refused
 */
export type PartRule = 'rewrite' | 'drop' | 'keep' | 'refuse' | { unlessDropped: Droppable };

/** A part of a format in which text can be. */
export interface FormatPart {
  rule: PartRule;
  /** What it is, as a phrase for the documentation */
  about: string;
}

/** A file format that is written again with other texts. `format-code.ts` has its code. */
export interface FileFormat {
  name: string;
  /** Without the dot; the first is the usual one */
  extensions: readonly string[];
  mediaType: string;
  /** False if a written file cannot get its originals back: its texts can, when they are copied from it */
  restorable?: false;
  /** The format that is written, if it is another one */
  writtenAs?: { extension: string; mediaType: string };
  /** Every part in which text can be, by name */
  parts: Readonly<Record<string, FormatPart>>;
}

export interface EditOptions {
  drop: ReadonlySet<Droppable>;
  /**
   * Whether values are put back into a file that people may have edited: then every part stays, also one that would be left
   * out or refused
   */
  isRestoring?: true;
  /** If absent, pictures are not read */
  ocr?: { reader: TextInImages; minConfidence: number };
  /** Returns the code for a file within the file; undefined if its format cannot be written */
  codeOf(fileName: string): FormatCode | undefined;
}

/** A text of a written file, as a second reader sees it. */
export interface WrittenText {
  part: string;
  text: string;
  /** Lines that readers join in different orders: a value may begin in one and go on in any other */
  pieces?: readonly string[];
}

/** The code of a format, which runs in a separate process. Large libraries are loaded when they are first needed. */
export interface FormatCode {
  /**
   * Shows the editor every text of a file, in an order that depends on the file alone, and returns the file with its changes.
   *
   * @throws UnreadableFile
   */
  rewrite(file: Buffer, editor: TextEditor, options: EditOptions): Promise<Buffer>;

  /**
   * Yields everything in a written file that could contain text, by other code than `rewrite`, so that a mistake of one is
   * noticed by the other.
   */
  readAgain(file: Buffer, options: EditOptions): AsyncIterable<WrittenText>;
}
