import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { InferenceSession } from 'onnxruntime-node';
import type { SpeechDetector } from './find-speech';
import { loadSpeechModel, SpeechProbability } from './speech-probability';

const FILE = 'libs/transcription/model/silero_vad_v5.onnx';

/** The voice activity detector, loaded once, when first needed. */
@Injectable()
export class SpeechModel {
  private session?: Promise<InferenceSession>;

  /** For one recording. */
  async detector(): Promise<SpeechDetector> {
    this.session ??= loadSpeechModel(modelFile());
    return new SpeechProbability(await this.session);
  }
}

/** It lies with the sources, which the built program does not. */
function modelFile(folder = __dirname): string {
  const file = join(folder, FILE);
  if (existsSync(file)) return file;
  if (dirname(folder) === folder) throw new Error(`${FILE} is missing`);
  return modelFile(dirname(folder));
}
