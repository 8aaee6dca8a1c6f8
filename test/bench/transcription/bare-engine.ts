/**
 * The bare engine as a separate program: it calls sherpa-onnx directly, with the service's model and splitting at pauses, and
 * does nothing else. Recordings are 16 kHz mono WAV files, so no decoding is needed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OfflineRecognizer } from 'sherpa-onnx-node';
import { findSpeech } from '../../../libs/transcription/src/speech/find-speech';
import { SpeechModel } from '../../../libs/transcription/src/speech/speech-model';
import type { WhisperManifest } from '../../../libs/transcription/src/models/model-manifest';

export interface BareRequest {
  recording: string;
  language: string;
}

const SAMPLE_RATE = 16_000;
/** The service's limits for this engine. */
const LIMITS = { longest: 28, pause: 2 };
const speech = new SpeechModel();
const recognizers = new Map<string, OfflineRecognizer>();
const [modelDir = ''] = process.argv.slice(2);

process.on('message', ({ recording, language }: BareRequest) => {
  void transcribe(recording, language).then((text) => process.send!(text));
});
process.on('disconnect', () => process.exit());

async function transcribe(recording: string, language: string): Promise<string> {
  const recognizer = recognizers.get(language) ?? load(language);
  const texts: string[] = [];
  const pieces = findSpeech(once(samplesOf(readFileSync(recording))), await speech.detector(), LIMITS);
  for await (const { samples } of pieces) {
    const stream = recognizer.createStream();
    stream.acceptWaveform({
      samples: Float32Array.from(samples, (x) => x / 32_768),
      sampleRate: SAMPLE_RATE,
    });
    recognizer.decode(stream);
    texts.push((recognizer.getResult(stream) as { text: string }).text);
  }
  return texts.join(' ');
}

function samplesOf(wav: Buffer): Int16Array {
  const bytes = wav.subarray(wav.indexOf('data') + 8);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
}

async function* once(samples: Int16Array): AsyncGenerator<Int16Array> {
  yield samples;
}

function load(language: string): OfflineRecognizer {
  const { files } = JSON.parse(readFileSync(join(modelDir, 'model.json'), 'utf8')) as WhisperManifest;
  const path = (role: keyof typeof files) => join(modelDir, files[role].path);
  const marks = { enableTokenTimestamps: 0, enableSegmentTimestamps: 0 };
  const recognizer = new OfflineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      whisper: {
        encoder: path('encoder'),
        decoder: path('decoder'),
        language,
        task: 'transcribe',
        tailPaddings: -1,
        ...marks,
      },
      tokens: path('tokens'),
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  });
  recognizers.set(language, recognizer);
  return recognizer;
}
