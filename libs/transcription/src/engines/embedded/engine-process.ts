/**
 * The program of an engine's process: loads one model, then recognizes the pieces that it receives. Native code runs only
 * here, because it may crash, cannot be interrupted, and ends the process for some inputs.
 */
import {
  OfflineRecognizer,
  SpokenLanguageIdentification,
  type OfflineRecognizerConfig,
  type OfflineStream,
} from 'sherpa-onnx-node';
import type {
  EngineMessage,
  EngineModel,
  EngineReply,
  Recognition,
  RecognitionRequest,
  RecognitionResult,
} from './engine';

const SAMPLE_RATE = 16_000;
const FULL_SCALE = 32_768;
/** The engine cannot process fewer samples than this, and crashes without any. */
const LEAST_SAMPLES = SAMPLE_RATE / 2;

let engine: { recognizer: OfflineRecognizer; model: EngineModel; language: string } | undefined;
/** Loaded on demand, because it needs as much memory as the recognizer. */
let identifier: SpokenLanguageIdentification | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (message: EngineMessage<EngineModel, RecognitionRequest>) => {
  const reply: EngineReply<RecognitionResult> =
    'load' in message ? load(message.load) : { result: work(message.work) };
  process.send!(reply);
});

function load(model: EngineModel): { loaded: true } {
  const language = 'en';
  engine = { recognizer: new OfflineRecognizer(settings(model, language)), model, language };
  return { loaded: true };
}

function work({ samples, language }: RecognitionRequest): RecognitionResult {
  if (!engine) throw new Error('A model must be loaded first');
  if (language === undefined) return { language: identify(engine.model, samples) };
  if (engine.language !== language) engine.recognizer.setConfig(settings(engine.model, language));
  engine.language = language;
  const stream = engine.recognizer.createStream();
  accept(stream, samples);
  engine.recognizer.decode(stream);
  return { recognition: engine.recognizer.getResult(stream) as Recognition };
}

function accept(stream: OfflineStream, samples: Int16Array): void {
  const wave = new Float32Array(Math.max(samples.length, LEAST_SAMPLES));
  for (let i = 0; i < samples.length; i++) wave[i] = samples[i]! / FULL_SCALE;
  stream.acceptWaveform({ samples: wave, sampleRate: SAMPLE_RATE });
}

/** In samples: the length of a part in which the language is recognized. */
const LANGUAGE_SCOPE = 8 * SAMPLE_RATE;

/** Returns the language of most of three parts, because a single one may be mistaken. */
function identify(model: EngineModel, samples: Int16Array): string {
  const { encoder, decoder, threads: numThreads } = model;
  identifier ??= new SpokenLanguageIdentification({
    whisper: { encoder, decoder, tailPaddings: -1 },
    numThreads,
    provider: 'cpu',
    debug: 0,
  });
  const last = Math.max(samples.length - LANGUAGE_SCOPE, 0);
  const starts = new Set([0, Math.floor(last / 2), last]);
  const found = Array.from(starts, (start) => {
    const stream = identifier!.createStream();
    accept(stream, samples.subarray(start, start + LANGUAGE_SCOPE));
    return identifier!.compute(stream);
  });
  return found.find((language, i) => found.indexOf(language) !== i) ?? found[0]!;
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
