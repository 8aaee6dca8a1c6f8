import MiniSearch from 'minisearch';
import { matchesOf } from '@app/common';

/** The length in UTF-16 code units: long enough to make sense alone, short enough that several fit into a context. */
const SHORTEST = 600;
const LONGEST = 1_600;
/**
 * The text around a passage, so that a value across its edge is recognized. As long as the longest term of a policy.
 */
const MARGIN = 200;

export interface Passage {
  /** The offset in its document's text, in UTF-16 code units. */
  start: number;
  text: string;
  /** The text directly before and after it. */
  before: string;
  after: string;
}

/** The best places to cut, in order: between paragraphs, sentences, lines, words. */
const CUTS = [/\n\s*\n/g, /[.!?…]["'”»)\]]*\s+/g, /\n/g, /\s+/g];

/** Cuts a text into passages. Joined, they are the original text. */
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
/** From this length on, a word also finds words that begin with it: plurals, inflections, compounds. */
const PREFIX_FROM = 4;

export interface RankedPassage extends Passage {
  /** The index of its document. */
  document: number;
}

/** The first line of the ranking process's input, as JSON. The documents follow without separators. */
export interface RankingRequest {
  question: string;
  /** The limit for all returned passages together, in UTF-16 code units. */
  maxLength: number;
  /** The length of each document in bytes of UTF-8. */
  documentBytes: number[];
}

/**
 * Returns the passages of several documents, the most relevant to a question first (BM25). Passages without any of its words
 * follow in reading order.
 *
 * @param maxLength the limit for all returned passages together, in UTF-16 code units
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

/** @returns indexes of `passages`, the best first */
function search(passages: readonly Passage[], question: string): number[] {
  const asked = new Set(words(question));
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: words,
    // Indexes only words that the question can find: a full index of a long book would be larger than the book.
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
