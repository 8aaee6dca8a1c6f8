import type { SpeechPiece } from '../speech/speech-piece';
import type { SpeakerTurn } from './speaker-turns';

export interface SpeakerOptions {
  /** The number of speakers; if absent, it is estimated. */
  expected?: number;
  signal?: AbortSignal;
}

/** Tells the speakers of recordings apart by their voices. */
export abstract class SpeakerFinder {
  /** Starts with a recording. */
  abstract start(options: SpeakerOptions): RecordedSpeakers;
}

/** The speakers of one recording. */
export interface RecordedSpeakers {
  /** Hears the next piece of the recording. @throws AppError `engine_failed`, `engine_timeout` */
  hear(piece: SpeechPiece): Promise<void>;
  /** Returns who speaks when, after the last piece. @throws AppError `engine_failed`, `engine_timeout` */
  turns(): Promise<SpeakerTurn[]>;
}
