import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import type { AudioSource } from '@app/transcription';
import { Arrivals } from '../audio/arrivals';
import { JobAudio } from '../audio/job-audio';

export interface ArrivingAudio {
  owner: Owner;
  content: Readable;
  /** Well-formed. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A recording that was stored for a job which is not accepted yet. */
export interface ReceivedAudio {
  /** The job's id, if it comes to that. */
  jobId: string;
  bytes: number;
  /** SHA-256, in hexadecimal. */
  digest: string;
}

/** Streams a recording into the blob store while it arrives. No process ever holds it whole. */
@Injectable()
export class ReceiveAudio {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly config: Pick<TranscriptionConfig, 'maxAudioBytes'>,
    private readonly arrivals: Arrivals,
    private readonly audio: JobAudio,
  ) {}

  /**
   * @throws AppError `too_large`; `conflict` while another upload with this `Idempotency-Key` arrives; `unavailable`
   *   where a store is down. Nothing is left behind then.
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

  /** What was received, to be heard without a job; it is discarded afterwards. */
  async open({ jobId }: ReceivedAudio, owner: Owner): Promise<AudioSource> {
    const key = await this.arrivals.keyOf(owner, jobId);
    return { open: () => this.audio.read(key) };
  }

  /** What was received will be no job. */
  async discard({ jobId }: ReceivedAudio): Promise<void> {
    await this.arrivals.discard(jobId);
  }
}

/** Like `pipeline`, but whoever gives up on the result leaves the source whole: it is the form reader's to end. */
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
