/** Speech to text: recordings decoded and cut at pauses, recognized by local models or by a server. */
export type { AudioSource } from './audio/audio-source';
export { AudioRejected } from './audio/audio-rejected';
export { SpeechLanguages } from './speech-languages';
export { TranscribeAudio, type TranscribeAudioInput, type Transcript } from './transcribe-audio';
export { TranscriptionModule } from './transcription.module';
export type { Segment } from './transcriber';
