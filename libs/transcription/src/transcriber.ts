import type { PieceLimits, SpeechPiece } from './speech/speech-piece';

/** Words of a recording, from and to in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

export interface RecognitionOptions {
  /** A code that {@link Transcriber.languages} holds. */
  language: string;
  /** Whether the times of single sentences are wanted; without, a piece may be one segment. */
  timestamps?: boolean;
  signal?: AbortSignal;
}

/** A speech recognition engine: one piece of speech in, its words out. */
export abstract class Transcriber {
  /** What pieces this engine takes. */
  abstract readonly limits: PieceLimits;

  /**
   * The languages that it knows, as Whisper names them (ISO 639-1 where there is a code).
   *
   * @throws AppError `unavailable` that says what to configure, where there is no engine
   */
  abstract languages(): Promise<ReadonlySet<string>>;

  /**
   * @returns segments in order, their times from the piece's begin; none where it hears no words
   * @throws AppError with a `provider_` or `engine_` code, or `unavailable`; another attempt may succeed
   */
  abstract transcribe(piece: SpeechPiece, options: RecognitionOptions): Promise<Segment[]>;
}
