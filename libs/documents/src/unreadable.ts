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
