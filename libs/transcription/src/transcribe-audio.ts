import { Injectable } from '@nestjs/common';
import type { AudioSource } from './audio/audio-source';
import { DecodeAudio } from './audio/decode-audio';
import { SAMPLE_RATE } from './audio/sample-rate';
import { ahead } from './speech/ahead';
import { findSpeech } from './speech/find-speech';
import { SpeechModel } from './speech/speech-model';
import { joinTexts } from './join-texts';
import { Transcriber, type Segment } from './transcriber';

export interface TranscribeAudioInput {
  source: AudioSource;
  /** As {@link RecognizeLanguage} gives it. */
  language: string;
  timestamps?: boolean;
  signal?: AbortSignal;
  /** Told how much is done, 0..1, after each piece. */
  onProgress?: (fraction: number) => void;
}

export interface Transcript {
  /** Empty where nobody speaks: then `speechSeconds` is 0. */
  text: string;
  segments: Segment[];
  /** The recording's length, and how much of it was given to the engine. */
  seconds: number;
  speechSeconds: number;
}

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
   * @throws AudioRejected where the recording is at fault: another attempt would end the same way
   * @throws AppError of the engine; whatever the source fails with; the signal's reason
   */
  async execute({
    source,
    language,
    timestamps,
    signal,
    onProgress,
  }: TranscribeAudioInput): Promise<Transcript> {
    let decoded = 0;
    let read = 0;
    const samples = counted(
      this.decoder.execute(source, { signal, onRead: (f) => (read = f) }),
      (n) => (decoded += n),
    );
    const pieces = findSpeech(samples, await this.model.detector(), this.transcriber.limits);
    const segments: Segment[] = [];
    let speechSeconds = 0;
    for await (const piece of ahead(pieces)) {
      const found = await this.transcriber.transcribe(piece, { language, timestamps, signal });
      segments.push(...found.map((segment) => moved(segment, piece.start)));
      const seconds = piece.samples.length / SAMPLE_RATE;
      speechSeconds += seconds;
      onProgress?.(read * Math.min((piece.start + seconds) / (decoded / SAMPLE_RATE), 1));
    }
    const text = joinTexts(
      segments.map((segment) => segment.text),
      language,
    );
    const trimmed = segments.map((segment) => ({ ...segment, text: segment.text.trim() }));
    return { text, segments: trimmed, seconds: decoded / SAMPLE_RATE, speechSeconds };
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

const moved = ({ start, end, text }: Segment, by: number): Segment => ({
  start: Math.round((start + by) * 100) / 100,
  end: Math.round((end + by) * 100) / 100,
  text,
});
