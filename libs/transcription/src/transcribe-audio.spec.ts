import { SAMPLE_RATE } from './audio/audio-source';
import type { DecodeAudio } from './audio/decode-audio';
import type { SpeakerFinder } from './speakers/speaker-finder';
import type { SpeechModel } from './speech/speech-model';
import type { SpeechPiece } from './speech/speech-piece';
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
    features = async () => ({ words: false, vocabulary: false });
    identify = async () => undefined;
    transcribe = async () => [];
  }
  const transcribe = new TranscribeAudio(
    decoder as unknown as DecodeAudio,
    model as unknown as SpeechModel,
    new Deaf(),
    { start: () => Promise.reject(new Error('not asked')) } as unknown as SpeakerFinder,
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

describe('the voices in a recording', () => {
  it('are heard only if the request asks for speakers [SEC-141]', async () => {
    let started = 0;
    const decoder = {
      execute: async function* () {
        for (let second = 0; second < SECONDS; second += 1) yield new Int16Array(SAMPLE_RATE);
      },
    };
    class Hearing extends Transcriber {
      readonly limits = { longest: 5, pause: 1 };
      languages = async (): Promise<ReadonlySet<string>> => new Set(['en']);
      features = async () => ({ words: true, vocabulary: false });
      identify = async () => 'en';
      transcribe = async () => [
        { start: 0, end: 1, text: 'Word.', words: [{ start: 0, end: 1, text: 'Word.' }] },
      ];
    }
    const transcribe = new TranscribeAudio(
      decoder as unknown as DecodeAudio,
      { detector: async () => ({ of: async () => 0.9 }) } as unknown as SpeechModel,
      new Hearing(),
      {
        start: () => {
          started += 1;
          return { hear: async () => undefined, turns: async () => [] };
        },
      },
    );
    const source = { open: () => Promise.reject(new Error('not read')) };
    const others = { source, language: 'auto', timestamps: true, words: true };
    await transcribe.execute(others);
    expect(started).toBe(0);
    await transcribe.execute({ ...others, speakers: true });
    expect(started).toBe(1);
  });
});

describe('the times of words', () => {
  /** Speech from the second to the fourth second, and from the fifth to the seventh, in one piece. */
  const isSpeech = (second: number): boolean => [2, 3, 5, 6].includes(second);

  /** Returns the times of words that the engine gives these times, in seconds of the piece. */
  async function timesOf(...given: { start: number; end: number }[]): Promise<number[][]> {
    const decoder = {
      execute: async function* () {
        for (let second = 0; second < SECONDS; second += 1)
          yield new Int16Array(SAMPLE_RATE).fill(isSpeech(second) ? 1_000 : 0);
      },
    };
    const pieces: number[] = [];
    class Hearing extends Transcriber {
      readonly limits = { longest: 30, pause: 2 };
      languages = async (): Promise<ReadonlySet<string>> => new Set(['en']);
      features = async () => ({ words: true, vocabulary: false });
      identify = async () => 'en';
      transcribe = async (piece: SpeechPiece) => {
        pieces.push(piece.start);
        const words = given.map((time) => ({ ...time, text: ' word' }));
        return [{ start: 0, end: 8, text: words.map(({ text }) => text).join(''), words }];
      };
    }
    const detector = { of: async (window: Int16Array) => (window[0] === 0 ? 0 : 0.9) };
    const transcribe = new TranscribeAudio(
      decoder as unknown as DecodeAudio,
      { detector: async () => detector } as unknown as SpeechModel,
      new Hearing(),
      { start: () => Promise.reject(new Error('not asked')) } as unknown as SpeakerFinder,
    );
    const source = { open: () => Promise.reject(new Error('not read')) };
    const { segments } = await transcribe.execute({ source, language: 'en', words: true });
    expect(pieces).toHaveLength(1);
    return segments[0]!.words!.map(({ start, end }) => [start - pieces[0]!, end - pieces[0]!]);
  }

  it('begin and end with the speech that the engine stretched them over', async () => {
    const [[start = 0, end = 0] = []] = await timesOf({ start: 0, end: 2.9 });
    const [[from = 0, to = 0] = []] = await timesOf({ start: 2.6, end: 8 });
    expect(start).toBeGreaterThan(0);
    expect(end).toBeLessThan(2.9);
    expect(from).toBeGreaterThan(2.6);
    expect(to).toBeLessThan(8);
  });

  it('stay within speech, around a pause, and without speech', async () => {
    const given = [
      { start: 0.5, end: 1.5 },
      { start: 1.5, end: 4.5 },
      { start: 7.6, end: 7.9 },
    ];
    const times = await timesOf(...given);
    times.forEach(([start, end], i) => {
      expect(start).toBeCloseTo(given[i]!.start, 1);
      expect(end).toBeCloseTo(given[i]!.end, 1);
    });
  });
});

describe('the speakers of a recording', () => {
  /** Eight seconds of speech in pieces of some seconds. The engine names the speakers. */
  function named(longest: number) {
    const decoder = {
      execute: async function* () {
        for (let second = 0; second < SECONDS; second += 1) yield new Int16Array(SAMPLE_RATE);
      },
    };
    class Named extends Transcriber {
      readonly limits = { longest, pause: 1 };
      languages = async (): Promise<ReadonlySet<string>> => new Set(['en']);
      features = async () => ({ words: false, vocabulary: false });
      identify = async () => undefined;
      transcribe = async () => [
        { start: 0.1, end: 1, text: 'One.', speaker: 'B' },
        { start: 1.1, end: 2, text: 'Two.', speaker: 'A' },
      ];
    }
    const voices = {
      hear: async () => undefined,
      turns: async () => [{ speaker: 4, start: 0, end: SECONDS }],
    };
    return new TranscribeAudio(
      decoder as unknown as DecodeAudio,
      { detector: async () => ({ of: async () => 0.9 }) } as unknown as SpeechModel,
      new Named(),
      { start: () => voices },
    ).execute({
      source: { open: () => Promise.reject(new Error('not read')) },
      language: 'en',
      speakers: true,
    });
  }
  const speakersIn = ({ segments }: { segments: { speaker?: string }[] }) =>
    segments.map(({ speaker }) => speaker);

  it('are those of the engine if it heard the whole recording at once', async () => {
    expect(speakersIn(await named(10))).toEqual(['S1', 'S2']);
  });

  it('are told apart by voice if it heard several pieces', async () => {
    expect(new Set(speakersIn(await named(5)))).toEqual(new Set(['S1']));
  });
});

describe('the language of a recording', () => {
  const decoder = {
    execute: async function* () {
      for (let second = 0; second < 30; second += 1) yield new Int16Array(SAMPLE_RATE);
    },
  };
  /** Transcribes half a minute in pieces of five seconds. */
  function auto(identified: string | undefined) {
    const beginnings: number[] = [];
    const languages: string[] = [];
    class Hearing extends Transcriber {
      readonly limits = { longest: 5, pause: 1 };
      languages = async (): Promise<ReadonlySet<string>> => new Set(['en']);
      features = async () => ({ words: false, vocabulary: false });
      identify = async (samples: Int16Array) => {
        beginnings.push(samples.length / SAMPLE_RATE);
        return identified;
      };
      transcribe = async (_: unknown, { language }: { language: string }) => {
        languages.push(language);
        return [{ start: 0, end: 1, text: 'Word.' }];
      };
    }
    const transcribe = new TranscribeAudio(
      decoder as unknown as DecodeAudio,
      { detector: async () => ({ of: async () => 0.9 }) } as unknown as SpeechModel,
      new Hearing(),
      { start: () => Promise.reject(new Error('not asked')) } as unknown as SpeakerFinder,
    );
    const source = { open: () => Promise.reject(new Error('not read')) };
    return { heard: transcribe.execute({ source, language: 'auto' }), beginnings, languages };
  }

  it('is recognized once, by the first twenty seconds, and used for every piece', async () => {
    const { heard, beginnings, languages } = auto('de');
    expect(await heard).toMatchObject({ language: 'de' });
    expect(beginnings).toEqual([20]);
    expect(languages.length).toBeGreaterThanOrEqual(6);
    expect(new Set(languages)).toEqual(new Set(['de']));
  });

  it('is left to an engine that recognizes it with the words', async () => {
    const { heard, languages } = auto(undefined);
    expect(await heard).not.toHaveProperty('language');
    expect(new Set(languages)).toEqual(new Set(['auto']));
  });
});
