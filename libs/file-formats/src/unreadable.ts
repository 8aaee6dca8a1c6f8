/** The reason why a file has no readable text. */
export type Unreadable =
  | 'empty'
  | 'damaged'
  | 'encrypted'
  | 'without_text'
  | 'other_type'
  | 'expands_too_far'
  | 'too_slow'
  | 'too_much_memory';

/** The error of reading a file. It contains a fixed word and no content of the file. */
export class UnreadableFile extends Error {
  constructor(
    readonly why: Unreadable,
    options?: ErrorOptions,
  ) {
    super(why, options);
    this.name = 'UnreadableFile';
  }
}

/** The exit codes of the reading process. An exit code cannot carry content of the file or a library's message. */
export const EXIT_CODES: Readonly<Record<Unreadable, number>> = {
  empty: 10,
  damaged: 11,
  encrypted: 12,
  without_text: 13,
  other_type: 14,
  expands_too_far: 15,
  too_slow: 16,
  too_much_memory: 17,
};

export const reasonOf = (exitCode: number): Unreadable | undefined =>
  (Object.keys(EXIT_CODES) as Unreadable[]).find((why) => EXIT_CODES[why] === exitCode);
