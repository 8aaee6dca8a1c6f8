/** The part of sherpa-onnx's Node.js addon that this lib uses. The package has no types. */
declare module 'sherpa-onnx-node' {
  export interface WhisperSettings {
    encoder: string;
    decoder: string;
    language: string;
    task: 'transcribe' | 'translate';
    tailPaddings: number;
    enableTokenTimestamps: number;
    enableSegmentTimestamps: number;
  }

  export interface OfflineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: {
      whisper: WhisperSettings;
      tokens: string;
      numThreads: number;
      provider: 'cpu';
      debug: 0 | 1;
    };
  }

  export interface OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }

  export class OfflineRecognizer {
    constructor(config: OfflineRecognizerConfig);
    setConfig(config: OfflineRecognizerConfig): void;
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): unknown;
  }

  export class SpokenLanguageIdentification {
    constructor(config: {
      whisper: { encoder: string; decoder: string; tailPaddings: number };
      numThreads: number;
      provider: 'cpu';
      debug: 0 | 1;
    });
    createStream(): OfflineStream;
    /** Returns the code of the language. */
    compute(stream: OfflineStream): string;
  }

  export interface OnlineStream extends OfflineStream {
    inputFinished(): void;
  }

  export class SpeakerEmbeddingExtractor {
    /** The number of values of one voice. */
    readonly dim: number;
    constructor(config: { model: string; numThreads: number; provider: 'cpu'; debug: 0 | 1 });
    createStream(): OnlineStream;
    compute(stream: OnlineStream, enableExternalBuffer: boolean): Float32Array;
  }
}
