import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { SAMPLE_RATE, type AudioSource } from './audio/audio-source';
import { DecodeAudio } from './audio/decode-audio';
import { ahead, findSpeech } from './speech/find-speech';
import { SpeechModel } from './speech/speech-model';
import type { SpeechPiece } from './speech/speech-piece';
import { Transcriber, type Segment } from './transcriber';

/** Somebody speaks, and the engine has not a word for it: an empty transcript would pass for silence. */
export class NoWords extends AppError {
  constructor() {
    super('engine_failed', 'There is speech in the recording, but no words were recognized');
  }
}

/** The recording is longer than whoever asked is given. */
export class AudioTooLong extends AppError {
  constructor(seconds: number) {
    super('bad_request', `The recording is longer than ${seconds / 60} minutes`);
  }
}

export interface TranscribeAudioInput {
  source: AudioSource;
  /** As {@link SpeechLanguages} gives it. */
  language: string;
  timestamps?: boolean;
  /** How long the recording may be; absent: as long as it is. */
  mostSeconds?: number;
  signal?: AbortSignal;
  /** Told how much is done, 0..1, after each piece. */
  onProgress?: (done: number) => void;
}

export interface Transcript {
  /** Empty where nobody speaks. */
  text: string;
  segments: Segment[];
  /** How long the recording is, and for how much of that somebody speaks. */
  seconds: number;
  speechSeconds: number;
}

/** A cough, a hum and music may pass for a little speech without a word. */
const MOST_WORDLESS_SECONDS = 2;

/**
 * A recording of any length to text: decoded as it streams, cut at pauses, recognized piece by piece. Memory does
 * not grow with the recording.
 */
@Injectable()
export class TranscribeAudio {
  constructor(
    private readonly decoder: DecodeAudio,
    private readonly model: SpeechModel,
    private readonly transcriber: Transcriber,
  ) {}

  /**
   * @throws AudioRejected where the recording is at fault, NoWords where speech stays without words: another
   *   attempt would end the same way
   * @throws AppError of the engine; whatever the source fails with; the signal's reason
   */
  async execute({
    source,
    language,
    onProgress,
    mostSeconds = Infinity,
    ...options
  }: TranscribeAudioInput): Promise<Transcript> {
    const { signal } = options;
    let decoded = 0;
    let read = 0;
    const samples = counted(
      this.decoder.execute(source, { signal, onRead: (fraction) => (read = fraction) }),
      (count) => {
        decoded += count / SAMPLE_RATE;
        if (decoded > mostSeconds) throw new AudioTooLong(mostSeconds);
      },
    );
    const pieces = findSpeech(samples, await this.model.detector(), this.transcriber.limits);
    const segments: Segment[] = [];
    let speechSeconds = 0;
    for await (const piece of ahead(pieces)) {
      const found = await this.transcriber.transcribe(piece, { language, ...options });
      segments.push(...found.map((segment) => moved(segment, piece.start)));
      speechSeconds += lengthOfSpeech(piece);
      onProgress?.(read * Math.min((piece.start + piece.samples.length / SAMPLE_RATE) / decoded, 1));
    }
    const text = joinTexts(
      segments.map((segment) => segment.text),
      language,
    );
    if (!text && speechSeconds > MOST_WORDLESS_SECONDS) throw new NoWords();
    return { text, segments, seconds: decoded, speechSeconds };
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

/** On the recording's clock, in hundredths of a second. */
const moved = ({ start, end, text }: Segment, by: number): Segment => ({
  start: Math.round((start + by) * 100) / 100,
  end: Math.round((end + by) * 100) / 100,
  text: text.trim(),
});

/** Written without blanks between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

/** One text of the texts of pieces. */
const joinTexts = (texts: readonly string[], language: string): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(UNSPACED.has(language) ? '' : ' ');
