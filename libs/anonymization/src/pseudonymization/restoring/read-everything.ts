import type { TimeSlice } from '@app/common';
import { fold } from '../../lexicon/fold';
import { splitsWord } from '../../text/words';
import { answerWordAt, candidateAfter } from './answer-words';
import { matchWhole } from './match-values';
import type { Reading } from './answer-words';
import { readNameWord } from './name-words';
import type { ReplacementIndex } from './replacement-index';

/**
 * Returns every range of a text that could be read as a replacement, in any context: the widest reading, to determine what
 * was sent and to find planted replacements. Readings may overlap.
 */
export async function readingsIn(
  text: string,
  index: ReplacementIndex,
  slice: TimeSlice,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  if (index.isEmpty) return readings;
  let at = candidateAfter(text, 0);
  while (at !== undefined) {
    const word = answerWordAt(text, at);
    let next = word?.end ?? at + 1;
    if (!word || index.startsWith(fold(word.text))) {
      const whole = matchWhole(text, at, index);
      if (whole) {
        readings.push(whole);
        next = Math.max(next, whole.end);
      } else readings.push(...readNames(text, at, index));
    }
    at = candidateAfter(text, next);
    if (slice.isOver) await slice.next();
  }
  return readings;
}

function readNames(text: string, at: number, index: ReplacementIndex): Reading[] {
  const readings: Reading[] = [];
  const word = answerWordAt(text, at);
  if (!word) return readings;
  for (const { replacement, original } of index.names.get(fold(word.text)) ?? []) {
    const end = at + replacement.length;
    if (text.startsWith(replacement, at) && !splitsWord(text, end)) {
      readings.push({ start: at, end, type: 'Names', restored: original, replacement });
    }
  }
  const part = readNameWord(text, at, index.table.parts);
  if (part) {
    readings.push({ start: at, end: part.end, type: 'Names', restored: part.restored, parts: [part.part] });
  }
  return readings;
}
