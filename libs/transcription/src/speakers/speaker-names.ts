import { ownNames, type Span } from '@app/anonymization';
import type { Segment } from '../transcriber';

/** A part of the transcript. */
interface Part {
  from: number;
  to: number;
}

/** A segment with the position of its text in the transcript. */
type PlacedSegment = Pick<Segment, 'speaker' | 'overlap'> & Part;

/**
 * Returns where speakers say their own names: one part of the transcript for each speaker. A speaker with different names
 * and a name of several speakers are left out.
 *
 * @param found all that was found in the transcript
 */
export function speakerNames(
  text: string,
  segments: readonly PlacedSegment[],
  found: readonly Span[],
): Map<string, Part> {
  const said = new Map<string, Part[]>();
  for (const { speaker, from, to } of turnsOf(segments)) {
    const within = found.filter(({ start, end }) => start >= from && end <= to);
    const own = ownNames(
      text.slice(from, to),
      within.map((span) => ({ ...span, start: span.start - from, end: span.end - from })),
    );
    const parts = own.map(({ start, end }) => ({ from: start + from, to: end + from }));
    said.set(speaker, [...(said.get(speaker) ?? []), ...parts]);
  }
  const nameOf = ({ from, to }: Part): string => text.slice(from, to).toLowerCase();
  const named = [...said].flatMap(([speaker, parts]) => {
    const [longest] = parts.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    const isOne = parts.every((part) => isPartOf(nameOf(part), nameOf(longest!)));
    return longest && isOne ? [{ speaker, part: longest }] : [];
  });
  const names = named.map(({ part }) => nameOf(part));
  return new Map(
    named
      .filter((_, i) => names.every((name, other) => other === i || name !== names[i]))
      .map(({ speaker, part }) => [speaker, part]),
  );
}

/** Joins successive segments of one speaker. Nothing is sure where two speak. */
function turnsOf(segments: readonly PlacedSegment[]): (Part & { speaker: string })[] {
  const turns: (Part & { speaker: string })[] = [];
  let isOpen = false;
  for (const { speaker, overlap, from, to } of segments) {
    const last = turns.at(-1);
    if (speaker === undefined || overlap) isOpen = false;
    else if (isOpen && last?.speaker === speaker) last.to = to;
    else {
      turns.push({ speaker, from, to });
      isOpen = true;
    }
  }
  return turns;
}

/** Returns whether all words of a name are in another one: "Weber" in "Anna Weber". */
function isPartOf(name: string, other: string): boolean {
  const words = new Set(other.split(/\s+/));
  return name.split(/\s+/).every((word) => words.has(word));
}
