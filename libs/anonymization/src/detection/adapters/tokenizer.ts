import { splitWord } from './split-word';
import type { Vocabulary } from './vocabulary';

/** A text as the model reads it; `text.slice(starts[i], ends[i])` is what piece `i` stands for. */
export interface Pieces {
  ids: number[];
  /** UTF-16 offsets */
  starts: number[];
  ends: number[];
}

const LINE_FEED = 0x0a;
const BLANK = 0x20;
const WORD_START = 0x2581;

/**
 * Cuts a text into the model's pieces with exact offsets: characters are normalized one by one (4,837 of them change,
 * some to several or none), words end at blanks, a run of line ends is one piece of its own.
 *
 * @param text well-formed: no lone surrogates
 */
export function tokenize(text: string, vocabulary: Vocabulary): Pieces {
  const pieces: Pieces = { ids: [], starts: [], ends: [] };
  let word: number[] = [WORD_START];
  let starts: number[] = [];
  let ends: number[] = [];
  const endWord = (): void => {
    if (starts.length > 0) addWord(pieces, word, starts, ends, vocabulary);
    word = [WORD_START];
    starts = [];
    ends = [];
  };
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at) ?? 0;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (codePoint === LINE_FEED) {
      endWord();
      addLineEnd(pieces, at, vocabulary.special.newline);
    } else {
      for (const character of vocabulary.normalization.get(codePoint) ?? [codePoint]) {
        if (character === BLANK) endWord();
        else {
          word.push(character);
          starts.push(at);
          ends.push(next);
        }
      }
    }
    at = next;
  }
  endWord();
  return pieces;
}

function addLineEnd({ ids, starts, ends }: Pieces, at: number, newline: number): void {
  if (ids.length === 0 || ids.at(-1) === newline) return;
  ids.push(newline);
  starts.push(at);
  ends.push(at);
}

function addWord(
  pieces: Pieces,
  word: readonly number[],
  starts: readonly number[],
  ends: readonly number[],
  vocabulary: Vocabulary,
): void {
  const split = splitWord(word, vocabulary);
  let first = 0;
  for (const [i, id] of split.ids.entries()) {
    const end = split.ends[i] ?? 0;
    // Index 0 of the word is U+2581, which stands for nothing in the text.
    pieces.ids.push(id);
    pieces.starts.push(starts[Math.max(0, first - 1)] ?? 0);
    pieces.ends.push((end === 1 ? starts[0] : ends[end - 2]) ?? 0);
    first = end;
  }
}
