import { Injectable } from '@nestjs/common';
import { Batch, inStage, invalid, newId, type Owner, type Transaction, Transactions } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { currentContext, currentTraceparent, Metrics } from '@app/observability';
import { QueueNotifier } from '@app/queue';
import { CheckWebhookUrl, POLLED } from '@app/webhooks';
import { jobBinding, type JobType, sealInput } from '../store/jobs.entities';
import { JobsStore, type NewJobRow } from '../store/jobs.store';
import { Idempotency, type IdempotentRequest } from './idempotency';

export interface NewJob {
  /** What was stored for the job before, with its data key. The transaction that accepts the job claims it. */
  stored?: { id: string; claim: (tx: Transaction) => Promise<void> };
  owner: Owner;
  type: JobType;
  /** The input of the type's runner; sealed as JSON. */
  input: object;
  /** Whether the input has a field that the previous version would ignore. Its workers leave the job to newer ones then. */
  isNewer?: boolean;
  webhookUrl: string;
  /** The version of the organization's policy. */
  policyVersion: number | null;
  idempotent?: IdempotentRequest;
}

export interface Acceptance {
  jobId: string;
  /** Whether the same request was accepted before. */
  replayed: boolean;
}

/** The maximum bytes of inputs in one transaction. */
const BATCH_BYTES = 1_048_576;

/** Stores a job and then notifies the workers, so that an accepted job is never lost (contract: Jobs). */
@Injectable()
export class AcceptJob {
  private readonly accepted;
  private readonly batch = new Batch<NewJobRow, void>({
    work: async (rows) => {
      await this.jobs.accept(rows);
      return rows.map(() => undefined);
    },
    weigh: ({ input }) => input.length + BATCH_BYTES / 200,
    room: BATCH_BYTES,
  });

  constructor(
    private readonly jobs: JobsStore,
    private readonly transactions: Transactions,
    private readonly keys: DataKeys,
    private readonly idempotency: Idempotency,
    private readonly notifier: QueueNotifier,
    metrics: Metrics,
  ) {
    this.accepted = metrics.counter('jobs_accepted_total', 'Jobs accepted', ['type']);
  }

  async execute(job: NewJob): Promise<Acceptance> {
    const id = job.stored?.id ?? newId();
    const jobId = await inStage('store', () =>
      job.idempotent || job.stored
        ? this.acceptAlone(id, job)
        : this.batch.add(this.row(this.keys.make(id), job)).then(() => id),
    );
    if (jobId !== id) return { jobId, replayed: true };
    this.accepted.inc({ type: job.type });
    this.notifier.notify(job.type);
    return { jobId, replayed: false };
  }

  /** @returns the job's id, or the id of the job that the same request created before */
  private acceptAlone(id: string, job: NewJob): Promise<string> {
    return this.transactions.runFor(job.owner, async (tx) => {
      const taken = job.idempotent ? await this.idempotency.take(tx, job.idempotent, id) : id;
      if (taken !== id) return taken;
      await job.stored?.claim(tx);
      const key = job.stored ? await this.keys.load(tx, id) : this.keys.make(id);
      await this.jobs.accept([this.row(key, job)], tx);
      return id;
    });
  }

  private row(key: DataKey, { owner, type, webhookUrl, policyVersion, stored, ...job }: NewJob): NewJobRow {
    const id = key.subjectId;
    return {
      id,
      type,
      organizationId: owner.organizationId,
      userId: owner.userId,
      requestId: currentContext()?.requestId ?? newId(),
      input: sealInput(key, job.input, job.isNewer ?? false),
      webhookUrl: key.seal(webhookUrl, jobBinding.webhookUrl(id)),
      policyVersion,
      traceparent: currentTraceparent(),
      ...(!stored && { key: this.keys.wrap(key) }),
    };
  }
}

/** How a caller receives a result: by webhook or by polling. */
export const DELIVERIES = ['webhook', 'poll'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface ResultAddressRequest {
  /** Default: `webhook`. */
  delivery?: Delivery;
  /** Required with `webhook`, and only allowed with it. */
  webhookUrl?: string;
}

/** Validates where a job's result goes (contract: Jobs). */
@Injectable()
export class ResultAddress {
  constructor(private readonly checkUrl: CheckWebhookUrl) {}

  /** @throws AppError `bad_request` if the two fields contradict each other */
  read({ delivery = 'webhook', webhookUrl }: ResultAddressRequest): string {
    if (delivery === 'poll') {
      if (webhookUrl !== undefined) throw invalid('webhookUrl', 'must be left out with delivery=poll');
      return POLLED;
    }
    if (webhookUrl === undefined) throw invalid('webhookUrl', 'must be a string');
    return webhookUrl;
  }

  /** @throws AppError `bad_request` if the service may not deliver to the address */
  async check(request: ResultAddressRequest): Promise<void> {
    const address = this.read(request);
    if (request.delivery !== 'poll') await this.checkUrl.execute(address);
  }
}
