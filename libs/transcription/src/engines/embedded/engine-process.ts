/**
 * The program of an engine's process: loads one model, then recognizes the pieces that it receives. Native code runs only
 * here, because it may crash, cannot be interrupted, and ends the process for some inputs.
 */
import { OfflineRecognizer, type OfflineRecognizerConfig } from 'sherpa-onnx-node';
import type { EngineMessage, EngineModel, EngineReply, Recognition, RecognitionRequest } from './engine';

const SAMPLE_RATE = 16_000;
const FULL_SCALE = 32_768;
/** The engine cannot process fewer samples than this, and crashes without any. */
const LEAST_SAMPLES = SAMPLE_RATE / 2;

let engine: { recognizer: OfflineRecognizer; model: EngineModel; language: string } | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (message: EngineMessage<EngineModel, RecognitionRequest>) => {
  const reply: EngineReply<Recognition> =
    'load' in message ? load(message.load) : { result: recognize(message.work) };
  process.send!(reply);
});

function load(model: EngineModel): { loaded: true } {
  const language = 'en';
  engine = { recognizer: new OfflineRecognizer(settings(model, language)), model, language };
  return { loaded: true };
}

function recognize({ samples, language }: RecognitionRequest): Recognition {
  if (!engine) throw new Error('A model must be loaded first');
  if (engine.language !== language) engine.recognizer.setConfig(settings(engine.model, language));
  engine.language = language;
  const stream = engine.recognizer.createStream();
  const wave = new Float32Array(Math.max(samples.length, LEAST_SAMPLES));
  for (let i = 0; i < samples.length; i++) wave[i] = samples[i]! / FULL_SCALE;
  stream.acceptWaveform({ samples: wave, sampleRate: SAMPLE_RATE });
  engine.recognizer.decode(stream);
  return engine.recognizer.getResult(stream) as Recognition;
}

function settings(model: EngineModel, language: string): OfflineRecognizerConfig {
  const { encoder, decoder, tokens, alignment, threads } = model;
  // The engine reads the two flags as numbers, and the package's types omit them.
  const marks = { enableTokenTimestamps: Number(alignment), enableSegmentTimestamps: Number(!alignment) };
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      whisper: { encoder, decoder, language, task: 'transcribe', tailPaddings: -1, ...marks },
      tokens,
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
  };
}
