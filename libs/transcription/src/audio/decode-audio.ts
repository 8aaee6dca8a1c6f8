import { pipeline as connect, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import type { AudioSource } from './audio-source';
import { FfmpegProcess, judgeDecoding } from './ffmpeg-process';
import { inspectAudio, type AudioLayout } from './inspect-audio';
import { ReorderMp4 } from './mp4';
import { withDeadline } from './with-deadline';

export interface DecodeOptions {
  signal?: AbortSignal;
  /** Told how much of the file the decoder has been given, 0..1. */
  onRead?: (fraction: number) => void;
}

/** How long the decoder may take for its next few seconds of sound. */
const STALL_MS = 60_000;

/** Recordings in mp3, wav, m4a and ogg to 16 kHz mono, in constant memory, by ffmpeg as a separate process. */
@Injectable()
export class DecodeAudio {
  constructor(
    @Inject(transcriptionConfig.KEY)
    private readonly config: Pick<TranscriptionConfig, 'ffmpegPath' | 'childEnvironment'>,
  ) {}

  /**
   * @throws AudioRejected where the recording is at fault, AppError `unavailable` where ffmpeg is missing,
   *   and whatever the source fails with
   */
  async *execute(source: AudioSource, { signal, onRead }: DecodeOptions = {}): AsyncGenerator<Int16Array> {
    signal?.throwIfAborted();
    const layout = await inspectAudio(source);
    const content = await source.open();
    const ffmpeg = new FfmpegProcess(this.config.ffmpegPath, this.config.childEnvironment);
    const stop = () => ffmpeg.kill();
    signal?.addEventListener('abort', stop, { once: true });
    const fed = feed(content, layout, ffmpeg, onRead);
    fed.catch(() => undefined); // Asked for below, unless something else went wrong before.
    let samples = 0;
    try {
      for await (const part of withDeadline(toSamples(ffmpeg.output), STALL_MS, stalled)) {
        samples += part.length;
        yield part;
      }
      signal?.throwIfAborted();
      const end = await ffmpeg.ended;
      await fed;
      judgeDecoding({ ...end, samples });
    } finally {
      signal?.removeEventListener('abort', stop);
      ffmpeg.kill();
      content.destroy();
    }
  }
}

const stalled = () => new AppError('engine_timeout', 'Decoding the audio took too long');

/** Settles when the decoder has read what it wants; a decoder that stops reading early is judged by its end. */
async function feed(
  content: Readable,
  layout: AudioLayout,
  ffmpeg: FfmpegProcess,
  onRead?: (fraction: number) => void,
): Promise<void> {
  try {
    await pipeline(handedOver(content, layout, onRead), ffmpeg.input);
  } catch (error) {
    if (!(error instanceof SourceFailed)) return;
    ffmpeg.kill();
    throw error.cause;
  }
}

/** Before the decoder got all: what it made of the part would pass for the whole. */
class SourceFailed extends Error {}

/** The file in the order in which it can be decoded. @throws SourceFailed whatever goes wrong on this side */
async function* handedOver(
  content: Readable,
  { bytes, move }: AudioLayout,
  onRead?: (fraction: number) => void,
): AsyncGenerator<Buffer> {
  // A stage's failure is the last one's, which is read here.
  const ordered = move ? connect(content, new ReorderMp4(move), () => undefined) : content;
  let read = 0;
  try {
    for await (const chunk of ordered as AsyncIterable<Buffer>) {
      read += chunk.length;
      onRead?.(Math.min(read / bytes, 1));
      yield chunk;
    }
  } catch (cause) {
    throw new SourceFailed('The recording cannot be read', { cause });
  }
}

/** Bytes of signed 16 bit little-endian samples, in chunks of any length, as whole samples. */
async function* toSamples(chunks: AsyncIterable<Buffer>): AsyncGenerator<Int16Array> {
  let odd: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const end = bytes.length - (bytes.length % 2);
    odd = bytes.subarray(end);
    // A copy starts where a typed array may; every platform that the engine is built for is little-endian.
    const aligned = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + end);
    if (end > 0) yield new Int16Array(aligned as ArrayBuffer);
  }
}
