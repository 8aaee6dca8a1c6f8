export interface Word {
  start: number;
  end: number;
  text: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** Runs of letters, marks and digits, in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(WORD)) {
    yield { start: match.index, end: match.index + match[0].length, text: match[0] };
  }
}

/** Whether a word could go on across `index`: the character before it and the one after both belong to words. */
export function splitsWord(text: string, index: number): boolean {
  return index > 0 && index < text.length && isWordAt(text, index - 1) && isWordAt(text, index);
}

/** Whether the character that holds the code unit at `index` belongs to a word. */
export function isWordAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (Number.isNaN(unit)) return false;
  if (unit < 0x80)
    return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  const start = unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
}
