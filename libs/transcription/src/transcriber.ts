import type { PieceLimits, SpeechPiece } from './speech/speech-piece';

/** What one speaker says at a time, with start and end in seconds. */
interface Spoken {
  start: number;
  end: number;
  text: string;
  /** The name of the speaker: `S1`, `S2` ... If absent, speakers are not told apart. */
  speaker?: string;
  /** Set if another speaker speaks at the same time. */
  overlap?: true;
}

/** One word, with the blanks around it. The joined texts are the text. */
export type Word = Spoken;

/** Words of a recording. */
export interface Segment extends Spoken {
  /** The words with their times; absent if the engine does not know them. */
  words?: Word[];
}

export interface RecognitionOptions {
  /** A code in {@link Transcriber.languages}. */
  language: string;
  /** Whether the times of single sentences are needed. If not, a piece may be one segment. */
  timestamps?: boolean;
  /** Whether the times of single words are needed, if the engine knows them. */
  words?: boolean;
  /** Whether the engine should name the speakers, if it can tell them apart. */
  speakers?: boolean;
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
