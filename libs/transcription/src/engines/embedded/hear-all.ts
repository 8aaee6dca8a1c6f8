import { SAMPLE_RATE } from '../../audio/audio-source';
import type { SpeechPiece, TimeSpan } from '../../speech/speech-piece';
import type { Segment } from '../../transcriber';
import type { Recognition } from './engine';
import { readRecognition } from './read-recognition';

type Recognize = (samples: Int16Array) => Promise<Recognition>;

/** The margin around a part that is recognized again, in seconds. */
const MARGIN = 0.1;
const MOST_ROUNDS = 4;
/** Recognizing nearly the whole piece again would have the same result. */
const NEARLY_ALL = 0.9;

/**
 * Recognizes everything in a piece. If the engine skipped speech, recognizes that part again.
 *
 * @returns parts in order, with times relative to the start of the piece
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

/** Returns a part of a piece as a piece, with times relative to its own start. */
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

/** Shorter parts are a breath, a laugh, or the end of a word with a time that is too early. */
const LEAST_UNHEARD = 1.5;
/** A shorter pause does not interrupt speech. */
const REST = 0.5;

/**
 * Returns speech without words. Whisper sometimes ends a piece early or silently skips a part, while the speech detector
 * finds it.
 *
 * @param speech the spans with speech, in order
 * @param heard the spans with words, in order
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
