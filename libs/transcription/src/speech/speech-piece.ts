/** A start and an end, in seconds. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** A part of a recording that contains speech, short enough for an engine. */
export interface SpeechPiece {
  samples: Int16Array;
  /** The start of the piece in the recording, in seconds. */
  start: number;
  /** The spans of the piece with speech, in seconds from its start. */
  speech: readonly TimeSpan[];
}

/** Returns samples one after the other. */
export function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The limits of an engine for its pieces, in seconds. */
export interface PieceLimits {
  longest: number;
  /** A pause of this length ends a piece. */
  pause: number;
}

/** Returns for each window of one recording, in order, the probability of speech, 0..1. */
export interface SpeechDetector {
  of(window: Int16Array): Promise<number>;
}
