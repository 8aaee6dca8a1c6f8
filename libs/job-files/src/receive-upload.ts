import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, type Owner } from '@app/common';
import type { JobType } from '@app/jobs';
import { Arrivals } from './arrivals';
import { JobUploads } from './job-uploads';

export interface ArrivingUpload {
  owner: Owner;
  /** The type of the future job. */
  type: JobType;
  content: Readable;
  maxBytes: number;
  /** A valid key. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A file that was stored for a job that is not accepted yet. */
export interface ReceivedUpload {
  /** The id of the future job. */
  jobId: string;
  bytes: number;
  /** SHA-256, in hexadecimal. */
  digest: string;
}

/** Streams an upload into the blob store while it arrives, so that no process buffers all of it. */
@Injectable()
export class ReceiveUpload {
  constructor(
    private readonly arrivals: Arrivals,
    private readonly uploads: JobUploads,
  ) {}

  /**
   * @throws AppError `too_large`; `conflict` while another upload with this `Idempotency-Key` is arriving;
   * `unavailable` if a store is down. Leaves nothing behind.
   */
  async execute({ owner, type, content, maxBytes, ...upload }: ArrivingUpload): Promise<ReceivedUpload> {
    const { idempotencyKey, signal } = upload;
    const key = await this.arrivals.begin(owner, type, idempotencyKey);
    const jobId = key.subjectId;
    try {
      const hash = createHash('sha256');
      const hashed = piped(content, hashing(hash));
      const { bytes } = await this.uploads.write(key, hashed, { maxBytes, signal });
      return { jobId, bytes, digest: hash.digest('hex') };
    } catch (error) {
      await this.arrivals.discard(jobId);
      throw error;
    }
  }

  /** Returns an upload that does not become a job, to be read any number of times. The caller discards it afterwards. */
  async open({ jobId }: ReceivedUpload, owner: Owner): Promise<{ open: () => Promise<Readable> }> {
    const key = await this.arrivals.keyOf(owner, jobId);
    return { open: () => this.uploads.read(key) };
  }

  /** Deletes an upload that will not become a job. */
  async discard({ jobId }: ReceivedUpload): Promise<void> {
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
