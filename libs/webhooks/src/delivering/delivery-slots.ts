import { Inject, Injectable } from '@nestjs/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { openEach, UNREADABLE_DELAY_S } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log, runInContext } from '@app/observability';
import { QueueNotifier, LeasedWork } from '@app/queue';
import { deliveryBinding } from '../publish-event';
import { SigningSecrets } from '../signing';
import { DeliveriesStore, type ClaimedDeliveryRow } from '../store/deliveries.store';
import { DeliverWebhook, type ClaimedDelivery } from './deliver-webhook';

/** A claimed row, and whether it reached a concurrency limit. */
type DueRow = ClaimedDeliveryRow & Pick<ClaimedDelivery, 'last'>;

/**
 * Manages the slots in which this process delivers webhooks. Hosts that were slow last time share half of them, so that
 * other hosts always get a slot.
 */
@Injectable()
export class DeliverySlots {
  readonly work: LeasedWork<DueRow, ClaimedDelivery>;
  /** The running attempts at slow hosts in this process. */
  private slowRunning = 0;
  /** Whether no delivery is claimed, because of maintenance. */
  paused = false;

  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly deliveries: DeliveriesStore,
    private readonly keys: DataKeys,
    private readonly secrets: SigningSecrets,
    private readonly deliver: DeliverWebhook,
    notifier: QueueNotifier,
    private readonly log: Log,
  ) {
    this.work = new LeasedWork({
      size: config.concurrency,
      claim: async (free) => (this.paused ? [] : this.claim(free)),
      open: (rows) => this.open(rows),
      setAside: (row, error) => this.setAside(row, error),
      run: (delivery) => this.run(delivery),
      onMore: () => notifier.notify('webhook-delivery'),
      freesMore: ({ last }) => last,
      onError: (error) => log.upkeep('webhook.delivery', error),
    });
  }

  /** Delivers due webhooks until there are none. */
  wake(): Promise<void> {
    return this.work.wake();
  }

  /** Starts no new attempts. Resolves when running ones have ended, which takes at most WEBHOOK_TIMEOUT. */
  async stop(): Promise<void> {
    await this.work.stop();
  }

  private async claim(free: number): Promise<DueRow[]> {
    const slowFree = Math.max(Math.floor(this.config.concurrency / 2) - this.slowRunning, 0);
    const rows = await this.deliveries.claim(free, slowFree);
    const slow = rows.filter((row) => row.slow).length;
    const toHost = (key: string): number => rows.filter((row) => row.host_key === key).length;
    const isLast = (row: ClaimedDeliveryRow): boolean =>
      toHost(row.host_key) >= row.host_free || (row.slow && slow >= slowFree);
    return rows.map((row) => ({ ...row, last: isLast(row) }));
  }

  private async open(rows: readonly DueRow[]) {
    const secrets = await this.secrets.forAll([...new Set(rows.map((row) => row.organization_id))]);
    const read = openEach(rows, (row) => this.read(row, secrets.get(row.organization_id)));
    this.slowRunning += read.opened.filter(({ slow }) => slow).length;
    return read;
  }

  private read({ id, ...row }: DueRow, secrets?: readonly string[]): ClaimedDelivery {
    const key = this.keys.readPresent(row.subject_id, row);
    if (!secrets) throw new Error('The signing secret of an organization cannot be decrypted');
    return {
      id,
      requestId: row.request_id,
      subjectId: row.subject_id,
      traceparent: row.traceparent ?? undefined,
      errorCode: row.error_code ?? undefined,
      failures: row.failures,
      hostKey: row.host_key,
      slow: row.slow,
      last: row.last,
      url: key.openText(row.url, deliveryBinding.url(id)),
      body: key.open(row.body, deliveryBinding.body(id)),
      secrets,
    };
  }

  /**
   * Sets aside a delivery that has no main key or is damaged. It waits until that is fixed. Other deliveries are not
   * affected.
   */
  private async setAside({ id, ...row }: ClaimedDeliveryRow, error: unknown): Promise<void> {
    runInContext({ requestId: row.request_id, jobId: row.subject_id }, () =>
      this.log.error('webhook.unreadable', error, { deliveryId: id }),
    );
    await this.deliveries.setAside(id, UNREADABLE_DELAY_S);
  }

  private async run(delivery: ClaimedDelivery): Promise<void> {
    try {
      await this.deliver.execute(delivery);
    } finally {
      if (delivery.slow) this.slowRunning -= 1;
    }
  }
}
