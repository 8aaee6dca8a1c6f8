/** Why no text could be taken from a file. */
export type Unreadable =
  | 'empty'
  | 'damaged'
  | 'encrypted'
  | 'without_text'
  | 'other_type'
  | 'expands_too_far'
  | 'too_slow'
  | 'too_much_memory';

/** Thrown while a file is read. It carries a word of ours and nothing of the file. */
export class UnreadableFile extends Error {
  constructor(
    readonly why: Unreadable,
    options?: ErrorOptions,
  ) {
    super(why, options);
    this.name = 'UnreadableFile';
  }
}

/** How the reading process says why there is no text: nothing of the file or of a library's words can pass. */
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
