import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppError, newId, type Owner } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { DataKeys, KeyRing, type DataKey } from '@app/crypto';
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

/** An upload that has taken longer than this died with its process, and blocks nobody any more. */
const LONGEST_ARRIVAL = '1 hour';

/** Streams a recording into the blob store while it arrives. No process ever holds it whole. */
@Injectable()
export class ReceiveAudio {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(transcriptionConfig.KEY) private readonly config: Pick<TranscriptionConfig, 'maxAudioBytes'>,
    private readonly keys: DataKeys,
    private readonly ring: KeyRing,
    private readonly audio: JobAudio,
  ) {}

  /**
   * @throws AppError `too_large`; `conflict` while another upload with this `Idempotency-Key` arrives; `unavailable`
   *   where a store is down. Nothing is left behind then.
   */
  async execute({ owner, content, idempotencyKey, signal }: ArrivingAudio): Promise<ReceivedAudio> {
    const jobId = newId();
    const key = await this.announce(jobId, owner, idempotencyKey);
    try {
      const hash = createHash('sha256');
      const hashed = piped(content, hashing(hash));
      const { bytes } = await this.audio.write(key, hashed, { maxBytes: this.config.maxAudioBytes, signal });
      return { jobId, bytes, digest: hash.digest('hex') };
    } catch (error) {
      await this.audio.discard(jobId);
      throw error;
    }
  }

  /** What was received will be no job. */
  async discard({ jobId }: ReceivedAudio): Promise<void> {
    await this.audio.discard(jobId);
  }

  private async announce(jobId: string, owner: Owner, idempotencyKey?: string): Promise<DataKey> {
    const { organizationId, userId } = owner;
    const arrivingKey =
      idempotencyKey === undefined
        ? null
        : this.ring.hash('arriving-audio', JSON.stringify([organizationId, userId, idempotencyKey]));
    return this.db.transaction(async (tx) => {
      await tx.query(
        `UPDATE job_audio SET arriving_key = NULL
         WHERE arriving_key = $1 AND created_at <= now() - interval '${LONGEST_ARRIVAL}'`,
        [arrivingKey],
      );
      const announced = await tx.query<unknown[]>(
        `INSERT INTO job_audio (job_id, arriving_key) VALUES ($1, $2)
         ON CONFLICT ON CONSTRAINT job_audio_arriving_key DO NOTHING RETURNING job_id`,
        [jobId, arrivingKey],
      );
      if (announced.length === 0)
        throw new AppError('conflict', 'A request with this Idempotency-Key is still arriving');
      return this.keys.create(tx, jobId);
    });
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

const brokenOff = (): AppError => new AppError('bad_request', 'The upload was broken off');

const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
