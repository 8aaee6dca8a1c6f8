import { matchesOf } from '@app/common';
import type { Range } from '../text/spans/ranges';

/** The places to cut a text, best first: between paragraphs, lines, sentences, words. */
const CUTS = [/\n\s*\n/gu, /\n/gu, /[.!?][)"'”’“]?\s/gu, /\s/gu];

/**
 * Cuts a text into sections of at most `size` UTF-16 code units. They join to the whole text, have similar lengths, and end
 * at the best available places.
 */
export function cutSections(text: string, size: number): Range[] {
  const sections: Range[] = [];
  let start = 0;
  while (text.length - start > size) {
    const rest = text.length - start;
    const ideal = Math.floor(rest / Math.ceil(rest / size));
    const from = start + Math.floor(ideal / 2);
    const to = start + Math.min(size, Math.ceil(ideal * 1.4));
    const end = bestCut(text, from, to, start + ideal);
    sections.push({ start, end });
    start = end;
  }
  return start < text.length ? [...sections, { start, end: text.length }] : sections;
}

/** Returns a range with its surroundings, for code that depends on the text before and after it. */
export function widen(text: string, { start, end }: Range, by: number): Range {
  const before = text.slice(Math.max(0, start - by), start);
  const after = text.slice(end, end + by);
  const cutOff = start > by ? Math.max(0, before.search(/\s/u)) : 0;
  const kept = end + by < text.length ? after.replace(/(?<!\S)\S*$/u, '') : after;
  return { start: start - before.length + cutOff, end: end + kept.length };
}

function bestCut(text: string, from: number, to: number, ideal: number): number {
  const range = text.slice(from, to);
  for (const pattern of CUTS) {
    const cuts = [...matchesOf(pattern, range)].map(({ 0: found, index }) => from + index + found.length);
    if (cuts.length > 0) return cuts.reduce((a, b) => (Math.abs(b - ideal) < Math.abs(a - ideal) ? b : a));
  }
  // Never between the two halves of a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text[ideal] ?? '') ? ideal - 1 : ideal;
}
