import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { SAMPLE_RATE, type AudioSource } from '../audio/audio-source';
import { DecodeAudio } from '../audio/decode-audio';
import { waveHeader } from '../audio/wave-header';
import { joined, type TimeSpan } from '../speech/speech-piece';
import { Transcriber } from '../transcriber';
import { contains, type HiddenSpeech } from './hidden-speech';
import { merged, muted, timesToMute } from './mute';

export interface BleepInput {
  source: AudioSource;
  /** What to mute, in order. */
  hidden: readonly HiddenSpeech[];
  /** The times with speech, in order. */
  speech: readonly TimeSpan[];
  /** The language of the recording, as the engine names it. */
  language: string;
  /** The length of the recording. */
  seconds: number;
  signal: AbortSignal;
}

/** Mutes hidden values in a recording. Decodes it as a stream, so that memory does not grow with the recording. */
@Injectable()
export class BleepRecording {
  constructor(
    private readonly decoder: DecodeAudio,
    private readonly transcriber: Transcriber,
  ) {}

  /**
   * Returns the recording as a WAV file without metadata. It is decoded while the file is read.
   *
   * @throws the errors of the decoder and the engine
   */
  async execute(input: BleepInput): Promise<Readable> {
    const times = timesToMute(
      input.hidden.flatMap(({ words }) => words),
      input.speech,
    );
    const all = merged([...times, ...(await this.stillHeard(input, times))]);
    return Readable.from(this.written(input, all), { objectMode: false });
  }

  /** Returns the segments in which a value is still recognized after its words are muted. */
  private async stillHeard(input: BleepInput, times: readonly TimeSpan[]): Promise<TimeSpan[]> {
    const { source, hidden, language, signal } = input;
    const found: TimeSpan[] = [];
    if (hidden.length === 0) return found;
    const sound = muted(this.decoder.execute(source, { signal }), times);
    for await (const { segment, samples } of excerpts(sound, hidden)) {
      const isTooLong = samples.length / SAMPLE_RATE > this.transcriber.limits.longest;
      if (isTooLong || (await this.isHeard(segment, samples, language, signal))) found.push(segment);
    }
    return found;
  }

  private async isHeard(
    { values }: HiddenSpeech,
    samples: Int16Array,
    language: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const heard = await this.transcriber.transcribe({ samples, start: 0, speech: [] }, { language, signal });
    return contains(heard.map(({ text }) => text).join(' '), values);
  }

  private async *written({ source, seconds, signal }: BleepInput, times: readonly TimeSpan[]) {
    yield waveHeader(Math.round(seconds * SAMPLE_RATE));
    for await (const samples of muted(this.decoder.execute(source, { signal }), times))
      yield Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  }
}

/** Yields the sound of each segment. Segments may overlap, and are in order of their starts. */
async function* excerpts(
  sound: AsyncIterable<Int16Array>,
  segments: readonly HiddenSpeech[],
): AsyncGenerator<{ segment: HiddenSpeech; samples: Int16Array }> {
  const at = (seconds: number): number => Math.round(seconds * SAMPLE_RATE);
  let open: { segment: HiddenSpeech; parts: Int16Array[] }[] = [];
  let [position, next] = [0, 0];
  for await (const part of sound) {
    const end = position + part.length;
    while (next < segments.length && at(segments[next]!.start) < end)
      open.push({ segment: segments[next++]!, parts: [] });
    for (const { segment, parts } of open)
      parts.push(
        part.slice(Math.max(at(segment.start) - position, 0), Math.max(at(segment.end) - position, 0)),
      );
    for (const { segment, parts } of open)
      if (at(segment.end) <= end) yield { segment, samples: joined(parts) };
    open = open.filter(({ segment }) => at(segment.end) > end);
    position = end;
  }
  for (const { segment, parts } of open) yield { segment, samples: joined(parts) };
}
