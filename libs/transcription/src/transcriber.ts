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

/** What an engine offers for a language. */
export interface SpeechFeatures {
  /** The times of single words. */
  words: boolean;
  /** Recognizing given words better. */
  vocabulary: boolean;
}

/** The language of a recording that the engine recognizes itself. */
export const AUTO_LANGUAGE = 'auto';

export interface RecognitionOptions {
  /** A code in {@link Transcriber.languages}, or {@link AUTO_LANGUAGE} if {@link Transcriber.identify} found none. */
  language: string;
  /** Whether the times of single sentences are needed. If not, a piece may be one segment. */
  timestamps?: boolean;
  /** Whether the times of single words are needed, or help if the engine knows them without another request. */
  words?: 'needed' | 'helpful';
  /** Words that the recording may contain. */
  vocabulary?: string;
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
   * @param language a code, or {@link AUTO_LANGUAGE}
   * @throws AppError `not_supported` if the engine cannot recognize languages
   */
  abstract features(language: string): Promise<SpeechFeatures>;

  /**
   * Returns the language that is spoken; undefined if the engine recognizes it with the words of each piece.
   *
   * @throws AppError as {@link transcribe}
   */
  abstract identify(samples: Int16Array, signal?: AbortSignal): Promise<string | undefined>;

  /**
   * @returns segments in order, with times relative to the start of the piece; none if no words are recognized
   * @throws AppError with a `provider_` or `engine_` code, or `unavailable`; another attempt may succeed
   */
  abstract transcribe(piece: SpeechPiece, options: RecognitionOptions): Promise<Segment[]>;
}
