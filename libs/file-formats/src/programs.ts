import { join } from 'node:path';

/** Programs that read and write files of any content. Run them in separate processes. */

/**
 * Extracts the text of a file. The arguments are its format and how OCR reads, as JSON; the input is the file; the output is
 * described in `extracted-text.ts`.
 */
export const EXTRACT_TEXT = join(__dirname, 'text', 'extract-text.process.js');

/** Reads, writes or checks a file. The arguments are `read`, `write` or `check`, and the name of the format. */
export const EDIT_FILE = join(__dirname, 'editing', 'edit-file.process.js');
