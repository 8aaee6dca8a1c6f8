import type { EntityType, Replacement } from '@app/anonymization';

/** A replacement in a text that was sent. Offsets are UTF-16 code units. */
export interface PlacedReplacement {
  start: number;
  end: number;
  kind: EntityType;
  /** The replaced value. Absent if the policy removed it. */
  original?: string;
}

const WORD = /[\p{L}\p{M}\p{N}]/u;

/** Finds the replacements of a turn in one of its texts, in order. Of two at one position, the longer one counts. */
export function findReplacements(text: string, replacements: readonly Replacement[]): PlacedReplacement[] {
  const placed: PlacedReplacement[] = [];
  const longestFirst = replacements.toSorted((a, b) => b.replacement.length - a.replacement.length);
  const taken = new Uint8Array(text.length);
  for (const { replacement, type: kind, original, removed } of longestFirst) {
    for (let start = text.indexOf(replacement); start >= 0; start = text.indexOf(replacement, start + 1)) {
      const end = start + replacement.length;
      if (taken[start] || taken[end - 1] || splitsWord(text, start) || splitsWord(text, end)) continue;
      taken.fill(1, start, end);
      placed.push({ start, end, kind, ...(!removed && { original }) });
    }
  }
  return placed.sort((a, b) => a.start - b.start);
}

const splitsWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && WORD.test(text[at - 1]!) && WORD.test(text[at]!);
