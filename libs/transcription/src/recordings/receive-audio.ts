import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import type { AudioSource } from '../audio/audio-source';
import { Arrivals } from './arrivals';
import { JobAudio } from './job-audio';

export interface ArrivingAudio {
  owner: Owner;
  content: Readable;
  /** A valid key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A recording that was stored for a job that is not accepted yet. */
export interface ReceivedAudio {
  /** The id of the future job. */
  jobId: string;
  bytes: number;
  /** SHA-256, in hexadecimal. */
  digest: string;
}

/** Streams a recording into the blob store while it arrives, so that no process buffers all of it. */
@Injectable()
export class ReceiveAudio {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly config: Pick<TranscriptionConfig, 'maxAudioBytes'>,
    private readonly arrivals: Arrivals,
    private readonly audio: JobAudio,
  ) {}

  /**
   * @throws AppError `too_large`; `conflict` while another upload with this `Idempotency-Key` is arriving;
   * `unavailable` if a store is down. Leaves nothing behind.
   */
  async execute({ owner, content, idempotencyKey, signal }: ArrivingAudio): Promise<ReceivedAudio> {
    const key = await this.arrivals.begin(owner, idempotencyKey);
    const jobId = key.subjectId;
    try {
      const hash = createHash('sha256');
      const hashed = piped(content, hashing(hash));
      const { bytes } = await this.audio.write(key, hashed, { maxBytes: this.config.maxAudioBytes, signal });
      return { jobId, bytes, digest: hash.digest('hex') };
    } catch (error) {
      await this.arrivals.discard(jobId);
      throw error;
    }
  }

  /** Opens a recording for transcription without a job. The caller discards it afterwards. */
  async open({ jobId }: ReceivedAudio, owner: Owner): Promise<AudioSource> {
    const key = await this.arrivals.keyOf(owner, jobId);
    return { open: () => this.audio.read(key) };
  }

  /** Deletes a recording that will not become a job. */
  async discard({ jobId }: ReceivedAudio): Promise<void> {
    await this.arrivals.discard(jobId);
  }
}

/** Like `pipeline`, but does not destroy the source if the result is destroyed, because the form reader owns it. */
function piped(content: Readable, through: Transform): Transform {
  const broken = () => {
    if (!content.readableEnded) through.destroy(content.errored ?? brokenOff());
  };
  if (content.destroyed) broken();
  return content.once('error', broken).once('close', broken).pipe(through);
}

const brokenOff = (): AppError => new AppError('bad_request', 'The upload was aborted');

const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
