import type { PieceLimits, SpeechPiece } from './speech/speech-piece';

/** Words of a recording, with start and end in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

export interface RecognitionOptions {
  /** A code in {@link Transcriber.languages}. */
  language: string;
  /** Whether the times of single sentences are needed. If not, a piece may be one segment. */
  timestamps?: boolean;
  signal?: AbortSignal;
}

/** A speech recognition engine: it accepts one piece of speech, and returns its words. */
export abstract class Transcriber {
  /** The limits of this engine for its pieces. */
  abstract readonly limits: PieceLimits;

  /**
   * Returns the supported languages, as Whisper names them (ISO 639-1 if there is a code).
   *
   * @throws AppError `unavailable` that names the missing setting, if there is no engine
   */
  abstract languages(): Promise<ReadonlySet<string>>;

  /**
   * @returns segments in order, with times relative to the start of the piece; none if no words are recognized
   * @throws AppError with a `provider_` or `engine_` code, or `unavailable`; another attempt may succeed
   */
  abstract transcribe(piece: SpeechPiece, options: RecognitionOptions): Promise<Segment[]>;
}
