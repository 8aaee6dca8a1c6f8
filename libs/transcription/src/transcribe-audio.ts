import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { SAMPLE_RATE, type AudioSource } from './audio/audio-source';
import { DecodeAudio } from './audio/decode-audio';
import { ahead, findSpeech } from './speech/find-speech';
import { SpeechModel } from './speech/speech-model';
import type { SpeechPiece } from './speech/speech-piece';
import { Transcriber, type Segment } from './transcriber';

/** The error for speech without recognized words: an empty transcript would mean silence. */
export class NoWords extends AppError {
  constructor() {
    super('engine_failed', 'There is speech in the recording, but no words were recognized');
  }
}

/** The error for a recording that is longer than the limit of the request. */
export class AudioTooLong extends AppError {
  constructor(seconds: number) {
    super('bad_request', `The recording is longer than ${seconds / 60} minutes`);
  }
}

export interface TranscribeAudioInput {
  source: AudioSource;
  /** As {@link SpeechLanguages} returns it. */
  language: string;
  timestamps?: boolean;
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
  ) {}

  /**
   * @throws AudioRejected if the recording is invalid, NoWords if speech has no recognized words: another attempt would fail
   *   in the same way
   * @throws AppError of the engine; the error of the source; the signal's reason
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

/** Returns a segment with times of the recording, in hundredths of a second. */
const moved = ({ start, end, text }: Segment, by: number): Segment => ({
  start: Math.round((start + by) * 100) / 100,
  end: Math.round((end + by) * 100) / 100,
  text: text.trim(),
});

/** Languages that are written without blanks between words. */
const UNSPACED = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

/** Joins the texts of pieces. */
const joinTexts = (texts: readonly string[], language: string): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join(UNSPACED.has(language) ? '' : ' ');
