/** Speech to text: recordings are decoded, cut at pauses, and recognized by local models or by a server. */
export { AudioRejected, type AudioSource } from './audio/audio-source';
export { ImportModel } from './models/import-model';
export { ListModels } from './models/list-models';
export { PullModel } from './models/pull-model';
export { VerifyModels } from './models/verify-models';
export { SpeechLanguages, whisperLanguages } from './speech-languages';
export {
  AudioTooLong,
  NoWords,
  TranscribeAudio,
  type TranscribeAudioInput,
  type Transcript,
} from './transcribe-audio';
export { TranscriptionModule } from './transcription.module';
export type { Segment } from './transcriber';
