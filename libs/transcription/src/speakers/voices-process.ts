/**
 * The program of the process that hears voices. Native code runs only here and in the process of the speech engine. The
 * voices are grouped here too, because that takes seconds.
 */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { SpeakerEmbeddingExtractor } from 'sherpa-onnx-node';
import { SAMPLE_RATE } from '../audio/audio-source';
import type { EngineMessage, EngineReply } from '../engines/embedded/engine';
import type { TimeSpan } from '../speech/speech-piece';
import { groupVoices } from './group-voices';
import type { HeardTogether } from './speaker-turns';
import type { HeardPiece, VoiceModels, VoiceRequest, VoiceResult } from './voices';
import { voiceWindows } from './voice-windows';

let models: { encoder: SpeakerEmbeddingExtractor; overlap: InferenceSession } | undefined;

process.on('disconnect', () => process.exit());
process.on('message', (message: EngineMessage<VoiceModels, VoiceRequest>) => {
  // A failure ends the process, as in native code.
  void reply(message).then((answer) => process.send!(answer));
});

async function reply(message: EngineMessage<VoiceModels, VoiceRequest>): Promise<EngineReply<VoiceResult>> {
  if ('load' in message) return load(message.load);
  const { work } = message;
  if ('hear' in work) return { result: { heard: await hear(work.hear.samples, work.hear.regions) } };
  return { result: { grouped: groupVoices(work.group.voices, work.group.expected, work.group.thresholds) } };
}

async function load({ encoder, overlap }: VoiceModels): Promise<{ loaded: true }> {
  models = {
    encoder: new SpeakerEmbeddingExtractor({ model: encoder, numThreads: 1, provider: 'cpu', debug: 0 }),
    overlap: await InferenceSession.create(overlap, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
  };
  return { loaded: true };
}

const FULL_SCALE = 32_768;

async function hear(samples: Int16Array, regions: readonly TimeSpan[]): Promise<HeardPiece> {
  if (!models) throw new Error('The models must be loaded first');
  const { encoder, overlap } = models;
  const wave = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
  const windows = regions.flatMap((region) => voiceWindows(region, samples.length / SAMPLE_RATE));
  const values = new Float32Array(windows.length * encoder.dim);
  windows.forEach((window, i) => values.set(voiceOf(encoder, excerpt(wave, window)), i * encoder.dim));
  const together = regions.length > 0 ? await hearTogether(overlap, wave) : [];
  return { windows, voices: { values, size: encoder.dim }, together };
}

const excerpt = (wave: Float32Array, { start, end }: TimeSpan): Float32Array =>
  wave.subarray(Math.floor(start * SAMPLE_RATE), Math.floor(end * SAMPLE_RATE));

function voiceOf(encoder: SpeakerEmbeddingExtractor, samples: Float32Array): Float32Array {
  const stream = encoder.createStream();
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  stream.inputFinished();
  return encoder.compute(stream, false);
}

/** In samples: what the overlap network hears at once, and the distance from one time to the next. */
const SCOPE = 10 * SAMPLE_RATE;
const STEP = 2 * SAMPLE_RATE;
/** The speakers of each class of the overlap network: none, one, or two of three. A bit for each. */
const SPEAKERS_OF_CLASS = [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110];

async function hearTogether(overlap: InferenceSession, wave: Float32Array): Promise<HeardTogether[]> {
  const result: HeardTogether[] = [];
  for (let at = 0; at === 0 || at + SCOPE < wave.length + STEP; at += STEP) {
    const heard = new Float32Array(SCOPE);
    heard.set(wave.subarray(at, at + SCOPE));
    const { y } = await overlap.run({ x: new Tensor('float32', heard, [1, 1, SCOPE]) });
    const scores = y!.data as Float32Array;
    const classes = SPEAKERS_OF_CLASS.length;
    const frames = Uint8Array.from({ length: scores.length / classes }, (_, frame) => {
      const own = scores.subarray(frame * classes, (frame + 1) * classes);
      return SPEAKERS_OF_CLASS[own.indexOf(Math.max(...own))]!;
    });
    result.push({ start: at / SAMPLE_RATE, frames });
  }
  return result;
}
