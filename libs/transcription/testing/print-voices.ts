/**
 * Prints the voices that the built service hears in a recording of one piece: each window as base64 of its numbers. Its
 * argument is the recording, a WAV file (16 bit, 16 kHz, one channel). It is a program, because ONNX Runtime refuses arrays of
 * the tests' own realm.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import { EnginePool } from '../src/engines/embedded/engine-pool';
import { speechRegions } from '../src/speakers/voice-windows';
import type { VoiceModels, VoiceRequest, VoiceResult } from '../src/speakers/voices';
import { findSpeech } from '../src/speech/find-speech';
import { shippedModel } from '../src/speech/shipped-model';
import { SpeechModel } from '../src/speech/speech-model';

const PROGRAM = join(packageRoot(), 'dist/libs/transcription/src/speakers/voices-process.js');

async function voicesOf(samples: Int16Array): Promise<Float32Array[]> {
  const engines = new EnginePool<VoiceModels, VoiceRequest, VoiceResult>({
    program: PROGRAM,
    environment: {},
    timeoutMs: 120_000,
  });
  const models = {
    encoder: shippedModel('voice-encoder.onnx'),
    overlap: shippedModel('speech-overlap.onnx'),
  };
  const found: Float32Array[] = [];
  try {
    const limits = { longest: 600, pause: 10 };
    for await (const piece of findSpeech(whole(samples), await new SpeechModel().detector(), limits)) {
      const request = { hear: { samples: piece.samples, regions: speechRegions(piece) } };
      const result = await engines.use(models, (engine) => engine.work(request));
      if (!('heard' in result)) throw new Error('The process of the voices returned an unexpected reply');
      const { values, size } = result.heard.voices;
      for (let at = 0; at < values.length; at += size) found.push(values.slice(at, at + size));
    }
  } finally {
    engines.close();
  }
  return found;
}

async function* whole(samples: Int16Array): AsyncGenerator<Int16Array> {
  yield samples;
}

function samplesOf(file: Buffer): Int16Array {
  const start = file.indexOf('data') + 8;
  return new Int16Array(file.buffer.slice(file.byteOffset + start, file.byteOffset + file.length));
}

async function main(): Promise<void> {
  const voices = await voicesOf(samplesOf(readFileSync(process.argv[2]!)));
  process.stdout.write(JSON.stringify(voices.map((voice) => Buffer.from(voice.buffer).toString('base64'))));
}

void main();
