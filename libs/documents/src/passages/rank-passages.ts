import MiniSearch from 'minisearch';
import { cutPassages, type Passage } from './cut-passages';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** From here on a word also finds those that begin with it: plurals, inflections, compounds. */
const PREFIX_FROM = 4;

export interface RankedPassage extends Passage {
  /** Which of the documents it is from. */
  document: number;
}

/** First line of what the process that ranks reads, as JSON; the documents follow, one right after the other. */
export interface RankingRequest {
  question: string;
  /** Of all passages that are wanted together, in UTF-16 units. */
  maxLength: number;
  /** Length of each document in bytes of UTF-8. */
  documentBytes: number[];
}

/**
 * The passages of several documents in the order in which they matter to a question: by BM25, and those
 * without any of its words last, in the order of reading.
 *
 * @param maxLength of all that is returned together, in UTF-16 units
 */
export function rankPassages(
  documents: readonly string[],
  question: string,
  maxLength: number,
): RankedPassage[] {
  const passages = documents.flatMap((text, document) =>
    cutPassages(text).map((passage) => ({ ...passage, document })),
  );
  const matching = search(passages, question);
  const found = new Set(matching);
  const ranked = [...matching, ...[...passages.keys()].filter((i) => !found.has(i))];
  let length = 0;
  return ranked
    .map((i) => passages[i]!)
    .filter((passage) => {
      length += passage.text.length;
      return length <= maxLength;
    });
}

/** @returns positions in `passages`, the best first */
function search(passages: readonly Passage[], question: string): number[] {
  const asked = new Set(words(question));
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: words,
    // Only words that the question can find are kept: an index of a long book would be larger than the book.
    processTerm: (word) => isAsked(word, asked) && word,
    searchOptions: { prefix: (word) => word.length >= PREFIX_FROM, combineWith: 'OR' },
  });
  index.addAll(passages.map(({ text }, id) => ({ id, text })));
  return index.search(question).map(({ id }) => id as number);
}

const words = (text: string): string[] => text.normalize('NFC').toLowerCase().match(WORD) ?? [];

function isAsked(word: string, asked: ReadonlySet<string>): boolean {
  if (asked.has(word)) return true;
  for (let length = PREFIX_FROM; length < word.length; length += 1)
    if (asked.has(word.slice(0, length))) return true;
  return false;
}
