import { Injectable } from '@nestjs/common';
import { invalid, type Transaction } from '@app/common';
import { AcceptJob, Idempotency, type Acceptance, type IdempotentRequest, type NewJob } from '@app/jobs';
import { Arrivals } from './arrivals';
import type { ReceivedUpload } from './receive-upload';

/** Accepts a job for an upload that has arrived. The upload of a request that was accepted before is deleted. */
@Injectable()
export class AcceptUpload {
  constructor(
    private readonly accept: AcceptJob,
    private readonly arrivals: Arrivals,
    private readonly idempotency: Idempotency,
  ) {}

  /** Returns the job that the same request created before; undefined if there is none. */
  async replay(
    upload: ReceivedUpload,
    request: IdempotentRequest | undefined,
  ): Promise<Acceptance | undefined> {
    const jobId = request && (await this.idempotency.find(request));
    return jobId ? this.discarding(upload, { jobId, replayed: true }) : undefined;
  }

  async execute(upload: ReceivedUpload, job: Omit<NewJob, 'stored'>): Promise<Acceptance> {
    const { jobId: id } = upload;
    const stored = { id, claim: (tx: Transaction) => this.arrivals.claim(tx, id) };
    return this.discarding(upload, await this.accept.execute({ ...job, stored }));
  }

  private async discarding({ jobId }: ReceivedUpload, acceptance: Acceptance): Promise<Acceptance> {
    if (acceptance.replayed) await this.arrivals.discard(jobId);
    return acceptance;
  }
}

/** @throws AppError `bad_request` for an empty file */
export function checkNotEmpty({ bytes }: ReceivedUpload): void {
  if (bytes === 0) throw invalid('file', 'must not be empty');
}
