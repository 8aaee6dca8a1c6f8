/**
 * Speech to text: recordings are stored, decoded, cut at pauses, and recognized by local models or by a server, in a job or
 * while the caller waits.
 */
export { AudioRejected, type AudioSource } from './audio/audio-source';
export { TranscriptionJobsModule, TranscriptionRunnerModule } from './jobs/transcription-jobs.module';
export { RESULT_FORMATS, type ResultFormat } from './jobs/transcription-runner';
export { AUDIO_EXTENSIONS, checkAudioName, SubmitTranscription } from './jobs/submit-transcription';
export { ImportModel, ImportVoiceEncoder } from './models/import-model';
export { ListModels } from './models/list-models';
export { SHIPPED_THRESHOLDS, type VoiceThresholds } from './models/model-manifest';
export { ModelsModule } from './models/models.module';
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
export { TranscribeNow } from './transcribe-now';
export { TranscriptionModule } from './transcription.module';
export { subtitles } from './subtitles';
export type { Segment } from './transcriber';
