import type { TimeSpan } from '../speech/speech-piece';
import type { Segment, Word } from '../transcriber';
import type { SpeakerTurn } from './speaker-turns';

/** The share of a segment or word in which two speakers must speak for it to be an overlap. */
const OVERLAP_SHARE = 0.25;

/** Returns a function that names speakers `S1`, `S2` ... in the order in which they first appear. */
function namesByAppearance<Speaker>(): (speaker: Speaker) => string {
  const names = new Map<Speaker, string>();
  return (speaker) => {
    const name = names.get(speaker) ?? `S${names.size + 1}`;
    names.set(speaker, name);
    return name;
  };
}

/** Renames speakers that have a server's names. */
export function renamed(segments: readonly Segment[]): Segment[] {
  const nameOf = namesByAppearance<string | undefined>();
  return segments.map((segment) => ({ ...segment, speaker: nameOf(segment.speaker) }));
}

/**
 * Names the speaker of each segment. A segment with known words is cut where the speaker changes. Without turns, all is one
 * speaker.
 *
 * @param segments in order
 * @param turns in the order of their starts
 */
export function assignSpeakers(segments: readonly Segment[], turns: readonly SpeakerTurn[]): Segment[] {
  if (turns.length === 0) return segments.map((segment) => ({ ...segment, speaker: 'S1' }));
  const near = new NearTurns(turns);
  const nameOf = namesByAppearance<number>();
  const named = (span: TimeSpan, speaker: number) => ({
    speaker: nameOf(speaker),
    ...(near.overlaps(span) && { overlap: true as const }),
  });
  return segments
    .flatMap((segment) => cutAtSpeakers(segment, near))
    .map(({ speaker, words, ...segment }) => ({
      ...segment,
      ...named(segment, speaker),
      ...(words && { words: words.map((word) => ({ ...word, ...named(word, speaker) })) }),
    }));
}

type Assigned = Omit<Segment, 'speaker'> & { speaker: number };

function cutAtSpeakers(segment: Segment, near: NearTurns): Assigned[] {
  const { words = [] } = segment;
  if (words.length === 0) return [{ ...segment, speaker: near.speakerOf(segment) }];
  const parts: { speaker: number; words: Word[] }[] = [];
  for (const word of words) {
    const speaker = near.speakerOf(word);
    const last = parts.at(-1);
    if (last?.speaker === speaker) last.words.push(word);
    else parts.push({ speaker, words: [word] });
  }
  if (parts.length === 1) return [{ ...segment, speaker: parts[0]!.speaker }];
  return parts.map(({ speaker, words: own }, i) => ({
    start: i === 0 ? segment.start : own[0]!.start,
    end: i === parts.length - 1 ? segment.end : Math.max(...own.map(({ end }) => end)),
    text: own
      .map(({ text }) => text)
      .join('')
      .trim(),
    words: own,
    speaker,
  }));
}

/** The turns near a time. Finds them by the start, because turns may overlap and are many. */
class NearTurns {
  /** For each turn: the latest end of it and the turns before it. */
  private readonly ends: number[] = [];

  constructor(private readonly turns: readonly SpeakerTurn[]) {
    let latest = 0;
    for (const { end } of turns) this.ends.push((latest = Math.max(latest, end)));
  }

  /** Returns the speaker with the most time in the span, the earlier one of two; without any, the nearest one. */
  speakerOf(span: TimeSpan): number {
    const times = new Map<number, number>();
    for (const turn of this.within(span)) {
      const time = Math.min(turn.end, span.end) - Math.max(turn.start, span.start);
      times.set(turn.speaker, (times.get(turn.speaker) ?? 0) + time);
    }
    let best: { speaker: number; time: number } | undefined;
    for (const [speaker, time] of times) if (!best || time > best.time) best = { speaker, time };
    return best?.speaker ?? this.nearest(span);
  }

  overlaps(span: TimeSpan): boolean {
    const turns = this.within(span);
    let together = 0;
    turns.forEach((one, i) => {
      for (const other of turns.slice(i + 1))
        if (other.speaker !== one.speaker)
          together += Math.max(
            Math.min(one.end, other.end, span.end) - Math.max(one.start, other.start, span.start),
            0,
          );
    });
    return together > 0 && together >= OVERLAP_SHARE * (span.end - span.start);
  }

  private within({ start, end }: TimeSpan): SpeakerTurn[] {
    const found: SpeakerTurn[] = [];
    for (let i = firstAbove(this.ends, start); i < this.turns.length && this.turns[i]!.start < end; i++)
      if (this.turns[i]!.end > start) found.push(this.turns[i]!);
    return found;
  }

  private nearest({ start, end }: TimeSpan): number {
    const after = firstAbove(this.ends, start);
    const candidates = [this.turns[after - 1], this.turns[after]].filter((turn) => turn !== undefined);
    const distance = (turn: SpeakerTurn) => Math.max(turn.start - end, start - turn.end, 0);
    return candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a)).speaker;
  }
}

/** Returns the index of the first value above a limit in an ascending list. */
function firstAbove(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
