import type { SpeechPiece, TimeSpan } from '../speech/speech-piece';
import { SAMPLE_RATE } from '../audio/audio-source';

/** In seconds: the length of a window in which one voice is heard, and the time from one to the next. */
export const VOICE_SECONDS = 1.5;
const STEP = 0.5;
/** A shorter sound has no reliable voice. */
const LEAST_SOUND = 0.6;

/** In seconds: a shorter pause is within speech, and what is added at both ends of it. */
const REST = 0.3;
const MARGIN = 0.03;
/** A shorter region is a click. */
const LEAST_REGION = 0.1;

/** Returns the regions of a piece in which someone speaks, in seconds from its start. */
export function speechRegions({ samples, speech }: Pick<SpeechPiece, 'samples' | 'speech'>): TimeSpan[] {
  const length = samples.length / SAMPLE_RATE;
  const regions: TimeSpan[] = [];
  for (const { start, end } of speech) {
    const last = regions.at(-1);
    if (last && start - last.end < REST) last.end = end;
    else regions.push({ start, end });
  }
  return regions
    .filter(({ start, end }) => end - start >= LEAST_REGION)
    .map(({ start, end }) => ({ start: Math.max(start - MARGIN, 0), end: Math.min(end + MARGIN, length) }));
}

/** Returns the windows of a region: the last one ends with it. A short region is one window, with sound around it. */
export function voiceWindows({ start, end }: TimeSpan, length: number): TimeSpan[] {
  if (end - start <= VOICE_SECONDS) {
    const missing = Math.max(LEAST_SOUND - (end - start), 0) / 2;
    return [{ start: Math.max(start - missing, 0), end: Math.min(end + missing, length) }];
  }
  const windows: TimeSpan[] = [];
  for (let at = start; at + VOICE_SECONDS < end; at += STEP)
    windows.push({ start: at, end: at + VOICE_SECONDS });
  windows.push({ start: end - VOICE_SECONDS, end });
  return windows;
}
