import { matchesOf } from '@app/common';

/** In UTF-16 units: long enough to make sense alone, short enough that a model's context takes several. */
const SHORTEST = 600;
const LONGEST = 1_600;
/** Around a passage, so that what is cut in two at its edge can still be recognized. */
const MARGIN = 120;

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
