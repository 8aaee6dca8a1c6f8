import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { openEach, type DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log } from '@app/observability';
import { Broadcast, QueueNotifier } from '@app/queue';
import { jobBinding } from '../store/jobs.entities';
import type { LockedJob } from '../store/stored-jobs.store';
import { EndJobs } from './end-jobs';
import { JOB_TAKEN } from './job-slots';

interface Webhook {
  webhookUrl: string;
  /** The data key of the job. */
  key: DataKey;
}

/** Ends unfinished jobs before they are done. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly keys: DataKeys,
    private readonly endJobs: EndJobs,
    private readonly broadcast: Broadcast,
    private readonly notifier: QueueNotifier,
    private readonly log: Log,
  ) {}

  /**
   * Ends an unfinished job.
   *
   * @returns whether a webhook reports this; not if the job cannot be decrypted, because its address is unknown then
   */
  async execute(tx: Transaction, locked: LockedJob): Promise<boolean> {
    const { id, organizationId, requestId, ...job } = locked.job;
    const webhook = this.webhookOf(locked);
    const outcome = { status: 'failed', error: 'Cancelled', errorCode: 'cancelled' } as const;
    const traceparent = job.traceparent ?? undefined;
    await this.endJobs.execute(
      tx,
      [{ id, organizationId, requestId, traceparent, outcome, ...webhook }],
      'locked',
    );
    return webhook !== undefined;
  }

  /** Takes a cancelled job from its worker and sends its webhook, after the commit. */
  announce(id: string): void {
    this.broadcast.publish(JOB_TAKEN, id);
    this.notifier.notify('webhook-delivery');
  }

  /** Returns undefined if the key was deleted or the ciphertext is damaged. */
  private webhookOf({ job: { id, webhookUrl: sealed }, key: columns }: LockedJob): Webhook | undefined {
    if (!sealed) return undefined;
    const { opened, unreadable } = openEach([columns], (row) => {
      const key = this.keys.readPresent(id, row);
      return { key, webhookUrl: key.openText(sealed, jobBinding.webhookUrl(id)) };
    });
    for (const { error } of unreadable) this.log.error('job.unreadable', error);
    return opened[0];
  }
}
