import { SAMPLE_RATE } from './audio/audio-source';
import type { DecodeAudio } from './audio/decode-audio';
import type { SpeechModel } from './speech/speech-model';
import { AudioTooLong, TranscribeAudio } from './transcribe-audio';
import { Transcriber } from './transcriber';

const SECONDS = 8;

/** Eight seconds of silence, decoded second by second, and the number of decoded seconds. */
function scene() {
  let decoded = 0;
  const decoder = {
    execute: async function* () {
      for (; decoded < SECONDS; decoded += 1) yield new Int16Array(SAMPLE_RATE);
    },
  };
  const model = { detector: async () => ({ of: async () => 0 }) };
  class Deaf extends Transcriber {
    readonly limits = { longest: 30, pause: 1 };
    languages = async (): Promise<ReadonlySet<string>> => new Set(['en']);
    transcribe = async () => [];
  }
  const transcribe = new TranscribeAudio(
    decoder as unknown as DecodeAudio,
    model as unknown as SpeechModel,
    new Deaf(),
  );
  const source = { open: () => Promise.reject(new Error('not read')) };
  return { transcribe, source, decoded: () => decoded };
}

describe('a recording with a maximum length', () => {
  it('is refused as soon as it is longer', async () => {
    const { transcribe, source, decoded } = scene();
    await expect(transcribe.execute({ source, language: 'en', mostSeconds: 3 })).rejects.toThrow(
      AudioTooLong,
    );
    expect(decoded()).toBeLessThan(SECONDS);
  });
});
