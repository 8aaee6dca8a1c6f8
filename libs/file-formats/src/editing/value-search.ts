/** Characters that a reader does not see between the letters of a value: blanks, soft hyphens, marks of direction. */
const UNSEEN = /[\s\p{Cf}]/u;
const WORD = /[\p{L}\p{N}]/u;

/** Finds values in texts, however blanks, line breaks, case and composed characters are written. */
export class ValueSearch {
  private readonly values: ReadonlySet<string>;
  private readonly lengths: readonly number[];

  /**
   * @param values values without any letter or digit are never found
   * @param between what stands for blanks between letters. By default nothing: "in form" is "inform"
   */
  constructor(
    values: readonly string[],
    private readonly between: '' | ' ' = '',
  ) {
    this.values = new Set(
      values.map((value) => squeezed(value.trim(), between).text).filter((value) => WORD.test(value)),
    );
    this.lengths = [...new Set([...this.values].map(({ length }) => length))].sort((a, b) => a - b);
  }

  /** Returns whether `text` contains a value as whole words. */
  isIn(text: string): boolean {
    if (this.values.size === 0) return false;
    const { text: searched, starts } = squeezed(text, this.between);
    for (const [at, isStart] of starts.entries()) {
      if (!isStart) continue;
      for (const length of this.lengths) {
        if (at + length > searched.length) break;
        if (starts[at + length] !== false && this.values.has(searched.slice(at, at + length))) return true;
      }
    }
    return false;
  }
}

/**
 * Returns a text without unseen characters, and for each of its places, and for its end, whether a word may begin or end
 * there.
 */
function squeezed(text: string, between: '' | ' '): { text: string; starts: boolean[] } {
  let out = '';
  const starts: boolean[] = [];
  let before = '';
  for (const character of text.normalize('NFKC').toLowerCase()) {
    if (UNSEEN.test(character)) {
      if (/\p{Cf}/u.test(character)) continue;
      if (before !== ' ' && between) {
        out += between;
        starts.push(true);
      }
      before = ' ';
      continue;
    }
    const isStart = !(WORD.test(before) && WORD.test(character));
    for (let i = 0; i < character.length; i += 1) starts.push(i === 0 && isStart);
    out += character;
    before = character;
  }
  starts.push(true);
  return { text: out, starts };
}
