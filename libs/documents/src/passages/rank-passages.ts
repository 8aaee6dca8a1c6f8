import MiniSearch from 'minisearch';
import { matchesOf } from '@app/common';

/** In UTF-16 units: long enough to make sense alone, short enough that a model's context takes several. */
const SHORTEST = 600;
const LONGEST = 1_600;
/** Around a passage, so that a value that its edge divides is still recognized: the longest term of a policy. */
const MARGIN = 200;

export interface Passage {
  /** Where it begins in its document's text, in UTF-16 units. */
  start: number;
  text: string;
  /** What stands right before and after it. */
  before: string;
  after: string;
}

/** The most natural places to cut, best first: between paragraphs, sentences, lines, words. */
const CUTS = [/\n\s*\n/g, /[.!?…]["'”»)\]]*\s+/g, /\n/g, /\s+/g];

/** Cuts a text into passages which, joined, are the text again. */
export function cutPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPassage(text, start);
    passages.push({
      start,
      text: text.slice(start, end),
      before: text.slice(Math.max(0, start - MARGIN), start).toWellFormed(),
      after: text.slice(end, end + MARGIN).toWellFormed(),
    });
    start = end;
  }
  return passages;
}

function endOfPassage(text: string, start: number): number {
  if (text.length - start <= LONGEST) return text.length;
  const from = start + SHORTEST;
  const window = text.slice(from, start + LONGEST);
  for (const cut of CUTS) {
    const last = [...matchesOf(cut, window)].at(-1);
    if (last) return from + last.index + last[0].length;
  }
  const end = start + LONGEST;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

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
