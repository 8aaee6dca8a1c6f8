import { pipeline as connect, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { AudioRejected, SAMPLE_RATE, type AudioSource } from './audio-source';
import { FfmpegProcess, judgeDecoding } from './ffmpeg-process';
import { inspectAudio, type AudioLayout } from './inspect-audio';
import { ReorderMp4 } from './mp4';
import { withDeadline } from './with-deadline';

export interface DecodeOptions {
  /** The number of channels. The samples of two are interleaved. The default is one. */
  channels?: 1 | 2;
  signal?: AbortSignal;
  /** Called with the fraction of the file that the decoder has read, 0..1. */
  onRead?: (fraction: number) => void;
}

/** The timeout of the decoder for its next few seconds of sound. */
const STALL_MS = 60_000;

/** Decodes recordings of many formats to 16 kHz in constant memory, by ffmpeg in a separate process. */
@Injectable()
export class DecodeAudio {
  constructor(
    @Inject(transcriptionConfig.KEY)
    private readonly config: Pick<TranscriptionConfig, 'ffmpegPath' | 'childEnvironment'>,
  ) {}

  /**
   * @throws AudioRejected if the recording is invalid, AppError `unavailable` if ffmpeg is missing, or the error of the
   *   source
   */
  async *execute(
    source: AudioSource,
    { channels = 1, signal, onRead }: DecodeOptions = {},
  ): AsyncGenerator<Int16Array> {
    signal?.throwIfAborted();
    const layout = await inspectAudio(source);
    const content = await source.open();
    const ffmpeg = new FfmpegProcess(this.config.ffmpegPath, this.config.childEnvironment, {
      channels,
      ...(layout.container && { container: layout.container }),
    });
    const stop = () => ffmpeg.kill();
    signal?.addEventListener('abort', stop, { once: true });
    const fed = feed(content, layout, ffmpeg, onRead);
    fed.catch(() => undefined); // Awaited below, unless another error occurs first.
    let samples = 0;
    try {
      for await (const part of withDeadline(toSamples(ffmpeg.output, channels), STALL_MS, stalled)) {
        samples += part.length;
        yield part;
      }
      signal?.throwIfAborted();
      const end = await ffmpeg.ended;
      await fed;
      judgeDecoding({ ...end, samples });
      checkLength(layout, samples / channels);
    } finally {
      signal?.removeEventListener('abort', stop);
      ffmpeg.kill();
      content.destroy();
    }
  }
}

/** In seconds: what encoders add or leave out at the ends of a recording. */
const TOLERANCE = 1;

/** @throws AudioRejected if the sound is shorter than the file states */
function checkLength({ seconds = 0 }: AudioLayout, samples: number): void {
  if (samples / SAMPLE_RATE < seconds - TOLERANCE) throw new AudioRejected('incomplete');
}

const stalled = () => new AppError('engine_timeout', 'Decoding the audio took too long');

/** Feeds the decoder. Resolves also if it stops reading early; its exit status then determines the outcome. */
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

/** The source failed before the decoder received everything: the decoded part must not pass for the whole. */
class SourceFailed extends Error {}

/** Yields the file in an order in which it can be decoded. @throws SourceFailed for any failure of the source */
async function* handedOver(
  content: Readable,
  { bytes, move }: AudioLayout,
  onRead?: (fraction: number) => void,
): AsyncGenerator<Buffer> {
  // The failure of any stage makes the last one fail, which is read here.
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

/** Converts bytes of signed 16-bit little-endian samples, in chunks of any length, to samples of all channels. */
async function* toSamples(chunks: AsyncIterable<Buffer>, channels: number): AsyncGenerator<Int16Array> {
  let odd: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const end = bytes.length - (bytes.length % (2 * channels));
    odd = bytes.subarray(end);
    // A copy is aligned for a typed array. Every platform that the engine supports is little-endian.
    const aligned = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + end);
    if (end > 0) yield new Int16Array(aligned as ArrayBuffer);
  }
}
