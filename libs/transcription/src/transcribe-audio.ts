import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { SAMPLE_RATE, type AudioSource } from './audio/audio-source';
import { DecodeAudio } from './audio/decode-audio';
import { assignSpeakers, renamed } from './speakers/assign-speakers';

import { ChannelSpeakers } from './speakers/channel-speakers';
import { SpeakerFinder, type RecordedSpeakers } from './speakers/speaker-finder';
import { isUnspaced } from './speech-languages';
import { ahead, findSpeech } from './speech/find-speech';
import { SpeechModel } from './speech/speech-model';
import { joined, type SpeechPiece, type TimeSpan } from './speech/speech-piece';
import { AUTO_LANGUAGE, Transcriber, type Segment } from './transcriber';

/** The error for speech without recognized words: an empty transcript would mean silence. */
export class NoWords extends AppError {
  constructor() {
    super('engine_failed', 'There is speech in the recording, but no words were recognized');
  }
}

/** The error for an engine that returned no times of words although they are needed. */
export class NoTimesOfWords extends AppError {
  constructor() {
    super('not_supported', 'The speech engine returned no times of words');
  }
}

/** The error for a recording that is longer than the limit of the request. */
export class AudioTooLong extends AppError {
  constructor(seconds: number) {
    super('bad_request', `The recording is longer than ${seconds / 60} minutes`);
  }
}

/** Whether speakers are told apart, or how many there are. */
export type SpeakersAsked = true | number;

export interface TranscribeAudioInput {
  source: AudioSource;
  /** As {@link SpeechLanguages} returns it. */
  language: string;
  timestamps?: boolean;
  /** Whether the times of words are needed. */
  words?: boolean;
  /** Words that the recording may contain. */
  vocabulary?: string;
  /** Whether speakers are told apart, or how many there are. */
  speakers?: SpeakersAsked;
  /** Whether each of two channels is one speaker. */
  splitChannels?: boolean;
  /** The maximum length of the recording in seconds. If absent, there is none. */
  mostSeconds?: number;
  signal?: AbortSignal;
  /** Called after each piece with the completed fraction, 0..1. */
  onProgress?: (done: number) => void;
}

export interface Transcript {
  /** Empty if the recording contains no speech. */
  text: string;
  segments: Segment[];
  /** The length of the recording, and of the speech in it. */
  seconds: number;
  speechSeconds: number;
  /** The times with speech, in order, with `words` only. */
  speech?: TimeSpan[];
  /** The engine's name of the language; absent if the engine did not say which one it recognized. */
  language?: string;
}

/** A cough, a hum or music may be detected as a little speech without words. */
const MOST_WORDLESS_SECONDS = 2;

/**
 * Transcribes a recording of any length: it is decoded while it streams, cut at pauses, and recognized piece by piece.
 * Memory does not grow with the recording.
 */
@Injectable()
export class TranscribeAudio {
  constructor(
    private readonly decoder: DecodeAudio,
    private readonly model: SpeechModel,
    private readonly transcriber: Transcriber,
    private readonly speakers: SpeakerFinder,
  ) {}

  /**
   * @throws AudioRejected if the recording is invalid, NoWords if speech has no recognized words: another attempt would fail
   *   in the same way
   * @throws AppError of the engine; the error of the source; the signal's reason
   */
  async execute({
    source,
    language: asked,
    timestamps,
    speakers,
    splitChannels,
    words = false,
    vocabulary,
    signal,
    onProgress,
    mostSeconds = Infinity,
  }: TranscribeAudioInput): Promise<Transcript> {
    const channels = splitChannels ? new ChannelSpeakers() : undefined;
    const voices = channels ?? this.speakersOf(speakers, signal);
    const options = {
      signal,
      timestamps: timestamps || words || voices !== undefined,
      ...((words || voices) && { words: words ? ('needed' as const) : ('helpful' as const) }),
      ...(vocabulary !== undefined && { vocabulary }),
      ...(voices && !channels && { speakers: true }),
    };
    let decoded = 0;
    let read = 0;
    const sound = this.decoder.execute(source, {
      channels: channels ? 2 : 1,
      signal,
      onRead: (fraction) => (read = fraction),
    });
    const samples = counted(channels?.mixed(sound) ?? sound, (count) => {
      decoded += count / SAMPLE_RATE;
      if (decoded > mostSeconds) throw new AudioTooLong(mostSeconds);
    });
    const found = findSpeech(samples, await this.model.detector(), this.transcriber.limits);
    const { language, pieces } =
      asked === AUTO_LANGUAGE ? await this.identified(found, signal) : { language: asked, pieces: found };
    const heard: Segment[][] = [];
    let speechSeconds = 0;
    const speech: TimeSpan[] = [];
    for await (const piece of ahead(pieces)) {
      const recognized = await this.transcriber.transcribe(piece, { ...options, language });
      if (words && recognized.some((segment) => !segment.words)) throw new NoTimesOfWords();
      heard.push(recognized.map((segment) => moved(withinSpeech(segment, piece.speech), piece.start)));
      await voices?.hear(piece);
      speechSeconds += lengthOfSpeech(piece);
      if (words) speech.push(...piece.speech.map((span) => shifted(span, piece.start)));
      onProgress?.(read * Math.min((piece.start + piece.samples.length / SAMPLE_RATE) / decoded, 1));
    }
    const segments = voices ? await withSpeakers(heard, voices) : heard.flat();
    const text = joinTexts(
      segments.map((segment) => segment.text),
      language,
    );
    if (!text && speechSeconds > MOST_WORDLESS_SECONDS) throw new NoWords();
    return {
      text,
      segments,
      seconds: decoded,
      speechSeconds,
      ...(words && { speech }),
      ...(language !== AUTO_LANGUAGE && { language }),
    };
  }

  /** Recognizes the language by the first pieces. Returns {@link AUTO_LANGUAGE} if the engine does so for each piece. */
  private async identified(
    pieces: AsyncGenerator<SpeechPiece>,
    signal: AbortSignal | undefined,
  ): Promise<{ language: string; pieces: AsyncGenerator<SpeechPiece> }> {
    try {
      const taken = await beginningOf(pieces);
      const beginning = joined(taken.map(({ samples }) => samples)).subarray(0, BEGINNING);
      const language = taken.length > 0 ? await this.transcriber.identify(beginning, signal) : undefined;
      return { language: language ?? AUTO_LANGUAGE, pieces: continued(taken, pieces) };
    } catch (error) {
      await pieces.return(undefined);
      throw error;
    }
  }

  private speakersOf(
    asked: SpeakersAsked | undefined,
    signal: AbortSignal | undefined,
  ): RecordedSpeakers | undefined {
    if (asked === undefined) return undefined;
    return this.speakers.start({ ...(asked !== true && { expected: asked }), ...(signal && { signal }) });
  }
}

/**
 * Names the speakers. A server's own names are used if it heard the recording as a whole: names of different pieces do not
 * belong together.
 */
async function withSpeakers(pieces: readonly Segment[][], voices: RecordedSpeakers): Promise<Segment[]> {
  const segments = pieces.flat();
  const isNamed = segments.every(({ speaker }) => speaker !== undefined);
  if (pieces.length === 1 && isNamed) return renamed(segments);
  return assignSpeakers(segments, await voices.turns());
}

/** In samples: the part of a recording by which its language is recognized. */
const BEGINNING = 20 * SAMPLE_RATE;

/** Takes pieces until they are long enough to recognize the language. */
async function beginningOf(pieces: AsyncGenerator<SpeechPiece>): Promise<SpeechPiece[]> {
  const taken: SpeechPiece[] = [];
  for (let samples = 0; samples < BEGINNING;) {
    const { done, value } = await pieces.next();
    if (done) break;
    taken.push(value);
    samples += value.samples.length;
  }
  return taken;
}

async function* continued(
  taken: readonly SpeechPiece[],
  others: AsyncGenerator<SpeechPiece>,
): AsyncGenerator<SpeechPiece> {
  try {
    yield* taken;
    yield* others;
  } finally {
    await others.return(undefined);
  }
}

async function* counted(
  parts: AsyncIterable<Int16Array>,
  count: (samples: number) => void,
): AsyncGenerator<Int16Array> {
  for await (const part of parts) {
    count(part.length);
    yield part;
  }
}

const lengthOfSpeech = ({ speech }: SpeechPiece): number =>
  speech.reduce((sum, { start, end }) => sum + end - start, 0);

const shifted = ({ start, end }: TimeSpan, by: number): TimeSpan => ({ start: start + by, end: end + by });

/**
 * Returns a segment with words that begin and end with speech, because engines stretch words over pauses. The speech within
 * a word stays within it; a word without speech keeps its times.
 */
function withinSpeech({ words, ...segment }: Segment, speech: readonly TimeSpan[]): Segment {
  const fitted = words?.map((word) => {
    const spoken = speech.filter(({ start, end }) => start < word.end && end > word.start);
    if (spoken.length === 0) return word;
    return {
      ...word,
      start: Math.max(word.start, spoken[0]!.start),
      end: Math.min(word.end, spoken.at(-1)!.end),
    };
  });
  return { ...segment, ...(fitted && { words: fitted }) };
}

/** Returns a segment with times of the recording, in hundredths of a second. */
function moved({ words, ...segment }: Segment, by: number): Segment {
  const later = <T extends TimeSpan>(span: T): T => ({
    ...span,
    start: Math.round((span.start + by) * 100) / 100,
    end: Math.round((span.end + by) * 100) / 100,
  });
  return { ...later(segment), text: segment.text.trim(), ...(words && { words: words.map(later) }) };
}

/** Joins the texts of pieces. */
const joinTexts = (texts: readonly string[], language: string): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(isUnspaced(language) ? '' : ' ');
