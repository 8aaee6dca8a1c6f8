import type { TimeSpan } from '../speech/speech-piece';
import type { Similarities } from './group-voices';

/** A time in which one speaker speaks. Turns of two speakers may overlap. */
export interface SpeakerTurn extends TimeSpan {
  /** The number of the speaker, from 0. */
  speaker: number;
}

/** What the overlap network hears in some seconds of a recording. */
export interface HeardTogether {
  start: number;
  /** For each frame of {@link OVERLAP_FRAME}: a bit for each of three speakers of these seconds. */
  frames: Uint8Array;
}

/** In seconds: the time from one frame of the overlap network to the next, and the middle of the first one. */
export const OVERLAP_FRAME = 270 / 16_000;
const FIRST_MIDDLE = 991 / 2 / 16_000;
/** The number of speakers that the overlap network tells apart within some seconds. */
const LOCAL_SPEAKERS = 3;

/** The time resolution of turns, in seconds. */
const FRAME = 0.05;
const frameAt = (seconds: number): number => Math.floor(seconds / FRAME + 1e-6);
const middleOf = (frame: number): number => (frame + 0.5) * FRAME;
const NONE = -1;

export interface HeardVoices {
  /** The regions with speech, in order. */
  regions: readonly TimeSpan[];
  /** The windows of the voices, in order. */
  windows: readonly TimeSpan[];
  similarities: Similarities;
  together: readonly HeardTogether[];
}

/** Returns who speaks when, in the order of their starts. */
export function speakerTurns({ regions, windows, similarities, together }: HeardVoices): SpeakerTurn[] {
  const frames = frameAt(regions.at(-1)?.end ?? 0) + 1;
  const first = loudest(frames, regions, windows, similarities);
  const second = alsoHeard(first, similarities.speakers, together);
  return [...runs(first), ...runs(second)].sort((a, b) => a.start - b.start || a.speaker - b.speaker);
}

/** Returns for each frame with speech the speaker that its windows resemble most. */
function loudest(
  frames: number,
  regions: readonly TimeSpan[],
  windows: readonly TimeSpan[],
  { speakers, values }: Similarities,
): Int8Array {
  const result = new Int8Array(frames).fill(NONE);
  let from = 0;
  for (const { start, end } of regions)
    for (let frame = frameAt(start); middleOf(frame) < end; frame++) {
      const time = middleOf(frame);
      while (from < windows.length - 1 && windows[from]!.end <= time) from++;
      const scores = new Float64Array(speakers);
      for (let i = from; i < windows.length && windows[i]!.start <= time; i++) {
        const weight = closeness(windows[i]!, time);
        for (let speaker = 0; speaker < speakers; speaker++)
          scores[speaker]! += weight * values[i * speakers + speaker]!;
      }
      if (scores.some((score) => score !== 0)) result[frame] = scores.indexOf(Math.max(...scores));
    }
  return result;
}

/** Returns 1 in the middle of a window, and 0 outside. */
const closeness = ({ start, end }: TimeSpan, time: number): number =>
  Math.max(1 - Math.abs(time - (start + end) / 2) / ((end - start) / 2), 0);

/** Returns for each frame with two speakers the second one. */
function alsoHeard(first: Int8Array, speakers: number, together: readonly HeardTogether[]): Int8Array {
  const result = new Int8Array(first.length).fill(NONE);
  if (speakers < 2) return result;
  const heard = new Uint8Array(first.length);
  const votes = new Uint8Array(first.length * speakers);
  for (const part of together) {
    const names = namesOf(part, first, speakers);
    for (const { frame, local } of framesOf(part, first.length)) {
      heard[frame]!++;
      if (local.length < 2) continue;
      for (const one of local) if (names[one] !== NONE) votes[frame * speakers + names[one]!]!++;
    }
  }
  for (let frame = 0; frame < first.length; frame++) {
    if (first[frame] === NONE) continue;
    const own = votes.slice(frame * speakers, (frame + 1) * speakers);
    own[first[frame]!] = 0;
    const most = Math.max(...own);
    if (most > heard[frame]! / 2) result[frame] = own.indexOf(most);
  }
  return result;
}

function* framesOf(
  { start, frames }: HeardTogether,
  count: number,
): Generator<{ frame: number; local: number[] }> {
  for (let i = 0; i < frames.length; i++) {
    const frame = frameAt(start + FIRST_MIDDLE + i * OVERLAP_FRAME);
    if (frame >= count) return;
    const local = [0, 1, 2].filter((speaker) => frames[i]! & (1 << speaker));
    yield { frame, local };
  }
}

/** Names the speakers of some seconds: each gets the speaker that shares the most time with it. */
function namesOf(part: HeardTogether, first: Int8Array, speakers: number): number[] {
  const shared = Array.from({ length: LOCAL_SPEAKERS }, () => new Uint32Array(speakers));
  for (const { frame, local } of framesOf(part, first.length))
    if (first[frame] !== NONE) for (const one of local) shared[one]![first[frame]!]!++;
  const names = Array.from({ length: LOCAL_SPEAKERS }, () => NONE);
  for (let round = 0; round < Math.min(LOCAL_SPEAKERS, speakers); round++) {
    let best = { local: 0, speaker: 0, time: 0 };
    shared.forEach((times, local) =>
      times.forEach((time, speaker) => {
        const free = names[local] === NONE && !names.includes(speaker);
        if (free && time > best.time) best = { local, speaker, time };
      }),
    );
    if (best.time > 0) names[best.local] = best.speaker;
  }
  return names;
}

function runs(speakers: Int8Array): SpeakerTurn[] {
  const result: SpeakerTurn[] = [];
  let from = 0;
  for (let frame = 1; frame <= speakers.length; frame++) {
    if (frame < speakers.length && speakers[frame] === speakers[from]) continue;
    if (speakers[from] !== NONE && speakers.length > 0)
      result.push({ speaker: speakers[from]!, start: from * FRAME, end: frame * FRAME });
    from = frame;
  }
  return result;
}
