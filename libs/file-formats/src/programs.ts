import { join } from 'node:path';

/** Programs that read and write files of any content. Run them in separate processes. */

/** Extracts the text of a file: the argument is its kind, the input the file, the output its text in UTF-8. */
export const EXTRACT_TEXT = join(__dirname, 'text', 'extract-text.process.js');

/** Reads, writes or checks a file. The arguments are `read`, `write` or `check`, and the name of the format. */
export const EDIT_FILE = join(__dirname, 'editing', 'edit-file.process.js');
