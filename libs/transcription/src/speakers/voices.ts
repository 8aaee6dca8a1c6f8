import type { TimeSpan } from '../speech/speech-piece';
import type { VoiceThresholds } from '../models/model-manifest';
import type { Similarities, Voices } from './group-voices';
import type { HeardTogether } from './speaker-turns';

/** The models of the process that hears voices. */
export interface VoiceModels {
  /** Computes the voice of a window. */
  encoder: string;
  /** Hears who speaks at the same time. */
  overlap: string;
}

/** A piece to hear, with its regions in seconds from its start; or the voices of a whole recording to group. */
export type VoiceRequest =
  | { hear: { samples: Int16Array; regions: readonly TimeSpan[] } }
  | { group: { voices: Voices; thresholds: VoiceThresholds; expected?: number } };

/** What is heard in a piece, in seconds from its start. */
export interface HeardPiece {
  windows: TimeSpan[];
  /** One voice for each window. It is biometric data: it stays in memory, and is neither stored nor logged. */
  voices: Voices;
  together: HeardTogether[];
}

export type VoiceResult = { heard: HeardPiece } | { grouped: Similarities };
