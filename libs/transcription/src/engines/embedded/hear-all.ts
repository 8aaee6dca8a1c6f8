import { SAMPLE_RATE } from '../../audio/audio-source';
import type { SpeechPiece, TimeSpan } from '../../speech/speech-piece';
import type { Segment } from '../../transcriber';
import type { Recognition } from './engine';
import { readRecognition } from './read-recognition';

type Recognize = (samples: Int16Array) => Promise<Recognition>;

/** Around what is listened to again, in seconds. */
const MARGIN = 0.1;
const MOST_ROUNDS = 4;
/** Listening again to nearly the same would end the same way. */
const NEARLY_ALL = 0.9;

/**
 * Everything that is said in a piece: where the engine passed over speech, it listens to that part again.
 *
 * @returns parts in order, times from the piece's begin
 */
export async function hearAll(
  piece: SpeechPiece,
  recognize: Recognize,
  rounds = MOST_ROUNDS,
): Promise<Segment[]> {
  const seconds = piece.samples.length / SAMPLE_RATE;
  const parts = readRecognition(await recognize(piece.samples), seconds);
  if (rounds === 0) return parts;
  const missed = unheard(piece.speech, parts).filter(({ start, end }) => end - start < NEARLY_ALL * seconds);
  for (const { start, end } of missed) {
    const again = excerpt(piece, Math.max(start - MARGIN, 0), Math.min(end + MARGIN, seconds));
    const more = await hearAll(again, recognize, rounds - 1);
    parts.push(
      ...more.map((part) => ({ ...part, start: part.start + again.start, end: part.end + again.start })),
    );
  }
  return missed.length > 0 ? parts.sort((a, b) => a.start - b.start) : parts;
}

/** A part of a piece, as a piece whose begin is counted from the first one's. */
function excerpt({ samples, speech }: SpeechPiece, from: number, to: number): SpeechPiece {
  const clipped = speech
    .filter(({ start, end }) => end > from && start < to)
    .map(({ start, end }) => ({ start: Math.max(start - from, 0), end: Math.min(end, to) - from }));
  return {
    samples: samples.subarray(Math.floor(from * SAMPLE_RATE), Math.ceil(to * SAMPLE_RATE)),
    start: from,
    speech: clipped,
  };
}

/** Shorter stretches are a breath, a laugh, or an end of a word that was timed too early. */
const LEAST_UNHEARD = 1.5;
/** Speech that rests for less than this goes on. */
const REST = 0.5;

/**
 * Speech for which there are no words. Whisper at times ends a piece early, or passes over a part of it, and says
 * nothing of it; the detector heard it all the same.
 *
 * @param speech where there is speech, in order
 * @param heard where there are words, in order
 */
function unheard(speech: readonly TimeSpan[], heard: readonly TimeSpan[]): TimeSpan[] {
  return joined(speech)
    .flatMap((span) => without(span, heard))
    .filter(({ start, end }) => end - start >= LEAST_UNHEARD);
}

function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const { start, end } of spans) {
    const last = result.at(-1);
    if (last && start - last.end < REST) last.end = end;
    else result.push({ start, end });
  }
  return result;
}

function without(span: TimeSpan, heard: readonly TimeSpan[]): TimeSpan[] {
  const left: TimeSpan[] = [];
  let at = span.start;
  for (const { start, end } of heard) {
    if (start > at) left.push({ start: at, end: Math.min(start, span.end) });
    at = Math.max(at, end);
    if (at >= span.end) return left;
  }
  return [...left, { start: at, end: span.end }];
}
