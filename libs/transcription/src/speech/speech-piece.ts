/** From and to, in seconds. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** A stretch of a recording that holds speech, short enough for an engine. */
export interface SpeechPiece {
  samples: Int16Array;
  /** Seconds from the recording's begin to the piece's. */
  start: number;
  /** Where in the piece there is speech, in seconds from its begin. */
  speech: readonly TimeSpan[];
}

/** What an engine wants its pieces to be, in seconds. */
export interface PieceLimits {
  longest: number;
  /** A pause of this length ends a piece. */
  pause: number;
}

/** Says of each window of one recording, in order, how likely it is speech, 0..1. */
export interface SpeechDetector {
  of(window: Int16Array): Promise<number>;
}
