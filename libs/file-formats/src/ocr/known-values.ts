/** Characters of one text, squeezed for comparing, and where each comes from. */
export interface Squeezed {
  text: string;
  /** For each place of `text`, the number of the character that it comes from */
  from: readonly number[];
  /** For each place of `text` and its end, whether a word may begin or end there */
  edges: readonly boolean[];
}

/** A known value in a text. */
export interface Occurrence {
  /** The first and the last character */
  first: number;
  last: number;
  /** What replaces the whole value; undefined for a piece of one */
  replacement?: string;
}

const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Pd}]/u;
const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;
const MARK = /^\p{M}$/u;
/** Accents that TeX writes as characters of their own, before the letter, with the mark that composes. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u00a8', '\u0308'],
  ['\u00b4', '\u0301'],
  ['`', '\u0300'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
]);
/** The shortest piece of a value that is searched at the edge of a line, and its share of the value. */
const SHORTEST_PIECE = 6;
const SMALLEST_SHARE = 0.6;
/** The shortest piece of a value, if both its pieces are on a page. */
const SHORTEST_SPLIT = 2;
/** The shortest value that is also found with a wrong letter, where texts are read by OCR. */
const SHORTEST_MISREAD = 6;
/** A value of this length is also found with two wrong letters. */
const LONG = 12;

/**
 * Returns characters without blanks, hyphens and marks of direction, in lower case and composed: writers of files split, space and
 * compose words in many ways.
 */
export function squeeze(characters: readonly string[]): Squeezed {
  let text = '';
  const from: number[] = [];
  const edges: boolean[] = [];
  let before = '';
  for (let i = 0; i < characters.length; i += 1) {
    const [character, isUsed] = composed(characters, i);
    const small = (character < '\u0080' ? character : character.normalize('NFKC')).toLowerCase();
    for (const letter of small) {
      if (MARK.test(letter) || UNSEEN.test(letter)) {
        // A character of control stands for a hyphen at the end of a line, where a word goes on.
        if (!/[\p{Cf}\p{Cc}\p{M}]/u.test(letter) || /\s/.test(letter)) before = ' ';
        continue;
      }
      const isEdge = !isWithinWord(before, letter);
      for (let unit = 0; unit < letter.length; unit += 1) {
        edges.push(unit === 0 && isEdge);
        from.push(i);
      }
      text += letter;
      before = letter;
    }
    if (isUsed) i += 1;
  }
  edges.push(true);
  return { text, from, edges };
}

/** Returns whether a word goes on between two characters. The number of a footnote may stand directly before a word. */
const isWithinWord = (before: string, letter: string): boolean =>
  WORD.test(before) && WORD.test(letter) && DIGIT.test(before) === DIGIT.test(letter);

/** Returns the character at a place together with its accent, and whether it used the next one too. */
function composed(characters: readonly string[], i: number): [character: string, usesNext: boolean] {
  const character = characters[i]!;
  const next = characters[i + 1] ?? '';
  // Most characters are ASCII, and followed by no mark.
  if (character < '\u0080' && next < '\u0300' && !ACCENTS.has(character)) return [character, false];
  const mark = ACCENTS.get(character);
  const joined = mark ? (next + mark).normalize('NFC') : (character + next).normalize('NFC');
  const isJoined = (mark !== undefined || MARK.test(next)) && next !== '' && [...joined].length === 1;
  return isJoined ? [joined, true] : [character, false];
}

/** The values that are hidden in a file, to find every further occurrence of them. */
export class KnownValues {
  private readonly values = new Map<string, string>();
  private lengths: number[] = [];

  get isEmpty(): boolean {
    return this.values.size === 0;
  }

  add(value: string, replacement: string): void {
    const { text } = squeeze([...value]);
    if (!WORD.test(text) || this.values.has(text)) return;
    this.values.set(text, replacement);
    this.lengths = [...new Set([...this.lengths, text.length])].sort((a, b) => b - a);
  }

  /** Finds values as whole words. */
  find({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (!edges[at]) continue;
      const length = this.lengths.find(
        (length) => edges[at + length] === true && this.values.has(text.slice(at, at + length)),
      );
      if (length === undefined) continue;
      const replacement = this.values.get(text.slice(at, at + length))!;
      found.push({ first: from[at]!, last: from[at + length - 1]!, replacement });
      at += length - 1;
    }
    return found;
  }

  /** Finds values with a letter that is wrong, missing or too much, or two of a long value, as OCR reads them. */
  findMisread({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    const starts = [...edges.keys()].filter((at) => edges[at] && at < text.length);
    for (const [value, replacement] of this.values) {
      if (value.length < SHORTEST_MISREAD) continue;
      const most = value.length < LONG ? 1 : 2;
      for (const at of starts)
        for (let length = value.length - most; length <= value.length + most; length += 1)
          if (edges[at + length] === true && isMisread(value, text.slice(at, at + length), most))
            found.push({ first: from[at]!, last: from[at + length - 1]!, replacement });
    }
    return found;
  }

  /** Finds the beginning of a value at the end of a line, and the end of one at its beginning. */
  findPieces({ text, from, edges }: Squeezed): Occurrence[] {
    const found: Occurrence[] = [];
    for (const value of this.values.keys()) {
      const least = Math.max(SHORTEST_PIECE, Math.ceil(value.length * SMALLEST_SHARE));
      for (let length = Math.min(value.length - 1, text.length); length >= least; length -= 1) {
        const start = text.length - length;
        if (edges[start] && text.endsWith(value.slice(0, length)))
          found.push({ first: from[start]!, last: from.at(-1)! });
        if (edges[length] && text.startsWith(value.slice(-length)))
          found.push({ first: from[0]!, last: from[length - 1]! });
      }
    }
    return found;
  }

  /**
   * Finds values that begin at the end of one line and go on at the beginning of another, wherever both are: each reader joins
   * lines of columns and notes in another order.
   */
  findSplit(lines: readonly Squeezed[]): (Occurrence & { line: number })[] {
    const ends = new Map<string, (Occurrence & { line: number })[]>();
    const starts = new Map<string, (Occurrence & { line: number })[]>();
    const longest = this.lengths[0] ?? 0;
    for (const [line, { text, from, edges }] of lines.entries()) {
      const add = (to: typeof ends, start: number, end: number): void => {
        const piece = text.slice(start, end);
        to.set(piece, [...(to.get(piece) ?? []), { line, first: from[start]!, last: from[end - 1]! }]);
      };
      for (let length = SHORTEST_SPLIT; length <= Math.min(longest, text.length); length += 1) {
        if (edges[text.length - length]) add(ends, text.length - length, text.length);
        if (edges[length]) add(starts, 0, length);
      }
    }
    const found: (Occurrence & { line: number })[] = [];
    for (const value of this.values.keys())
      for (let at = SHORTEST_SPLIT; at <= value.length - SHORTEST_SPLIT; at += 1) {
        const [begins, goesOn] = [ends.get(value.slice(0, at)), starts.get(value.slice(at))];
        if (begins && goesOn) found.push(...begins, ...goesOn);
      }
    return found;
  }

  /** Returns a text in which every value is replaced. */
  replaceIn(text: string): string {
    const characters = [...text];
    let written = '';
    let at = 0;
    for (const { first, last, replacement } of this.find(squeeze(characters))) {
      written += characters.slice(at, first).join('') + replacement;
      at = last + 1;
    }
    return written + characters.slice(at).join('');
  }
}

/** Returns whether two words differ by at most `most` letters (Levenshtein). */
function isMisread(value: string, read: string, most: number): boolean {
  // Most of the words have neither end in common, and need no more work.
  if (value[0] !== read[0] && value.at(-1) !== read.at(-1)) return false;
  let before = Array.from({ length: read.length + 1 }, (_, i) => i);
  for (let i = 1; i <= value.length; i += 1) {
    const row = [i];
    for (let k = 1; k <= read.length; k += 1) {
      const changed = before[k - 1]! + (value[i - 1] === read[k - 1] ? 0 : 1);
      row.push(Math.min(changed, before[k]! + 1, row[k - 1]! + 1));
    }
    if (Math.min(...row) > most) return false;
    before = row;
  }
  return before.at(-1)! <= most;
}
