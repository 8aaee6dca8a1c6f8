import type { FileFormat } from './editing/file-format';
import { FORMATS, formatNamedBy, type FormatName } from './formats';

/** Formats that are read, and not written. */
const READ_ONLY = [{ name: 'rtf', extensions: ['rtf'] }] as const;

/** A format that is read for chats: every format that is written, and some more. */
export type ReadableFormat = FormatName | (typeof READ_ONLY)[number]['name'];

type Readable = Pick<FileFormat, 'extensions'> & { name: ReadableFormat };

/** The formats that an upload accepts, in the order in which they are listed for users (contract: Upload). */
export const READABLE_FORMATS: readonly Readable[] = [...FORMATS, ...READ_ONLY];

/** Returns the format that a file's extension indicates; undefined if files of it are not read. */
export const readableFormatOf = (fileName: string): ReadableFormat | undefined =>
  formatNamedBy(fileName, READABLE_FORMATS)?.name;
