import { Injectable } from '@nestjs/common';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { SAMPLE_RATE } from '../audio/audio-source';
import { shippedModel } from './shipped-model';
import type { SpeechDetector } from './speech-piece';

/** The voice activity detector. It is loaded once, on demand. */
@Injectable()
export class SpeechModel {
  private session?: Promise<InferenceSession>;

  /** Returns a detector for one recording. */
  async detector(): Promise<SpeechDetector> {
    this.session ??= loadSpeechModel(shippedModel('silero_vad_v5.onnx'));
    return new SpeechProbability(await this.session);
  }
}

/** The number of samples of one window: 32 ms. */
export const WINDOW = 512;
/** The number of samples before the window that the model also reads. */
const CONTEXT = 64;
const STATE = [2, 1, 128];
const FULL_SCALE = 32_768;

/** Loads the detector, Silero VAD v5. It takes about 0.1 ms of one core for a window. */
export const loadSpeechModel = (file: string): Promise<InferenceSession> =>
  InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' });

/**
 * Computes the probability of speech for each window of one recording. The order matters: earlier windows have an
 * influence.
 */
export class SpeechProbability {
  private readonly input = new Float32Array(CONTEXT + WINDOW);
  private state = new Tensor('float32', new Float32Array(256), STATE);
  private readonly rate = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);

  constructor(private readonly model: InferenceSession) {}

  /** @returns 0..1 */
  async of(window: Int16Array): Promise<number> {
    this.input.copyWithin(0, WINDOW);
    for (let i = 0; i < WINDOW; i++) this.input[CONTEXT + i] = (window[i] ?? 0) / FULL_SCALE;
    const input = new Tensor('float32', this.input, [1, this.input.length]);
    const { output, stateN } = await this.model.run({ input, state: this.state, sr: this.rate });
    this.state = stateN as Tensor & typeof this.state;
    return (output!.data as Float32Array)[0]!;
  }
}
