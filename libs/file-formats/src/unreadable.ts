/** Why a file is not read or not written, each with the end of the sentence `Invalid file: <why>`. */
export const REASONS = {
  empty: 'it is empty',
  damaged: 'it is damaged',
  encrypted: 'it is encrypted; remove its password first',
  without_text: 'there is no text in it',
  other_type: 'its content does not match its extension',
  expands_too_far: 'it expands to more than a document may',
  too_much_text: 'it has more text than a file may have',
  too_slow: 'reading it takes too long',
  too_much_memory: 'reading it takes too much memory',
  macros: 'it contains macros; save it without them, or set drop to macros',
  signatures: 'it is signed; remove the signature, or set drop to signatures',
  embedded: 'it contains embedded objects or files; remove them, or set drop to embedded',
  pictures: 'it contains pictures that cannot be read; remove them, or set drop to pictures',
  picture_formats:
    'it contains pictures that are neither PNG nor JPEG; convert or remove them, or set drop to pictures',
  unknown_file: 'it contains a file of a type that cannot be anonymized; remove that file',
  pictures_unreadable:
    'no words in it can be read with enough confidence; scan it straight, sharp and in more light',
  ocr_is_off: 'it is a picture, and this deployment reads no pictures (OCR=off)',
  unverifiable: 'it contains a value that cannot be removed from a page; print it to a new PDF and try again',
  unknown_part: 'it contains a part that this service does not know',
  strict: 'it is in the strict form of its format; save it in the usual form',
  external_data: 'it gets data from databases or other programs; remove the connections',
  doctype: 'it has a document type (DOCTYPE); save it without one',
  revisions: 'it contains a history of changes that cannot be read; save it without one',
  tracked_changes: 'it has tracked changes; accept or reject all of them, then save it',
} as const;

export type Unreadable = keyof typeof REASONS;

const FIRST_EXIT_CODE = 10;
const ALL = Object.keys(REASONS) as Unreadable[];

/** The error of reading or writing a file. It contains a fixed word and no content of the file. */
export class UnreadableFile extends Error {
  constructor(
    readonly why: Unreadable,
    options?: ErrorOptions,
  ) {
    super(why, options);
    this.name = 'UnreadableFile';
  }
}

/**
 * Returns the exit code with which a program reports an error. An exit code cannot carry content of the file or a
 * library's message.
 */
export const exitCodeOf = (error: unknown): number =>
  error instanceof UnreadableFile ? FIRST_EXIT_CODE + ALL.indexOf(error.why) : 1;

export const reasonOf = (exitCode: number): Unreadable | undefined => ALL[exitCode - FIRST_EXIT_CODE];
