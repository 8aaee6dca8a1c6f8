/** Characters of one text, squeezed for comparing, and where each comes from. */
export interface Squeezed {
  text: string;
  /** For each place of `text`, the number of the character that it comes from */
  from: readonly number[];
  /** For each place of `text` and its end, whether a word may begin or end there */
  edges: readonly boolean[];
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
