/** Where a model's files are and how to run them. */
export interface EngineModel {
  encoder: string;
  decoder: string;
  tokens: string;
  /** Whether the decoder tells where in the sound each token is; else it marks whole segments. */
  alignment: boolean;
  threads: number;
}

/** To the engine's process. The model comes first, once. */
export type EngineRequest = { load: EngineModel } | { samples: Int16Array; language: string };

/** What sherpa-onnx answers for Whisper, times in seconds. */
export interface Recognition {
  text: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
  segment_timestamps?: number[];
  segment_durations?: number[];
  segment_texts?: string[];
}

/** From the engine's process: one answer for each request. */
export type EngineReply = { loaded: true } | { recognition: Recognition };
