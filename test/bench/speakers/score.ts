import type { SpeakerTurn } from '../../../libs/transcription/src/speakers/speaker-turns';

/** The times in seconds that were missed, heard in silence, and given to another speaker; and all speech. */
export interface DiarizationErrors {
  missed: number;
  invented: number;
  confused: number;
  speech: number;
}

const FRAME = 0.01;
/** In seconds: the time before and after each boundary of a turn that is not scored. */
const COLLAR = 0.25;

/** Compares who speaks when with the truth, also where two speak. Speakers are mapped to the best fitting ones. */
export function diarizationErrors(
  truth: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
): DiarizationErrors {
  const frames = Math.ceil(Math.max(...[...truth, ...found].map(({ end }) => end)) / FRAME) + 1;
  const [real, heard] = [speakersOf(truth, frames), speakersOf(found, frames)];
  const scored = new Uint8Array(frames).fill(1);
  for (const { start, end } of truth)
    for (const boundary of [start, end])
      scored.fill(
        0,
        Math.max(Math.floor((boundary - COLLAR) / FRAME), 0),
        Math.ceil((boundary + COLLAR) / FRAME),
      );
  const shared = new Map<number, Map<number, number>>();
  const errors = { missed: 0, invented: 0, confused: 0, speech: 0 };
  let both = 0;
  for (let frame = 0; frame < frames; frame++) {
    if (!scored[frame]) continue;
    const [r, h] = [real[frame]!, heard[frame]!];
    errors.speech += r.size;
    errors.missed += Math.max(r.size - h.size, 0);
    errors.invented += Math.max(h.size - r.size, 0);
    both += Math.min(r.size, h.size);
    for (const one of r)
      for (const other of h) {
        const row = shared.get(one) ?? new Map<number, number>();
        shared.set(one, row.set(other, (row.get(other) ?? 0) + 1));
      }
  }
  errors.confused = both - mostShared([...shared.values()]);
  const { missed, invented, confused, speech } = errors;
  return {
    missed: missed * FRAME,
    invented: invented * FRAME,
    confused: confused * FRAME,
    speech: speech * FRAME,
  };
}

function speakersOf(turns: readonly SpeakerTurn[], frames: number): Set<number>[] {
  const result = Array.from({ length: frames }, () => new Set<number>());
  for (const { speaker, start, end } of turns)
    for (let frame = Math.round(start / FRAME); frame < Math.round(end / FRAME); frame++)
      result[frame]!.add(speaker);
  return result;
}

/** Returns the most frames that a mapping of real speakers to found ones shares. */
function mostShared(
  [row, ...others]: readonly Map<number, number>[],
  used: ReadonlySet<number> = new Set(),
): number {
  if (!row) return 0;
  let best = mostShared(others, used);
  for (const [speaker, frames] of row)
    if (!used.has(speaker)) best = Math.max(best, frames + mostShared(others, new Set([...used, speaker])));
  return best;
}
