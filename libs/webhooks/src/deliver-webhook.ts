import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { Log, Metrics, runInContext } from '@app/observability';
import { Doorbell } from '@app/queue';
import { ClaimDeliveries, type ClaimedDelivery } from './claim-deliveries';
import { decide } from './decide';
import type { Verdict } from './outcome';
import { PostWebhook } from './post-webhook';
import { SettleDelivery, type Settlement } from './settle-delivery';
import { signWebhook } from './sign-webhook';

const SETTLE_TRIES = 5;

/** One attempt at one delivery: sign, post, write down what came of it, and ring for the next where there is one. */
@Injectable()
export class DeliverWebhook {
  private readonly attempts;

  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly claims: ClaimDeliveries,
    private readonly post: PostWebhook,
    private readonly settle: SettleDelivery,
    private readonly doorbell: Doorbell,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('webhook_attempts_total', 'Webhook attempts by what came of them', [
      'outcome',
    ]);
  }

  execute(delivery: ClaimedDelivery): Promise<void> {
    return runInContext({ requestId: delivery.requestId, jobId: delivery.subjectId }, () =>
      this.attempt(delivery).finally(() => this.claims.release(delivery)),
    );
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { id, url, body, secrets, failures } = delivery;
    const at = new Date();
    const outcome = await this.post.execute(url, body, { ...signWebhook(id, at, body, secrets) }, failures);
    const settlement = { ...outcome, at, durationMs: Date.now() - at.getTime() };
    const verdict = decide(outcome, failures, this.config.retryScheduleMs, Math.random());
    this.report(delivery, settlement, verdict);
    await this.record(delivery, settlement, verdict);
    if (verdict.state === 'pending')
      this.doorbell.ringLater('webhook-delivery', { deliveryId: id }, verdict.inMs);
  }

  /** The receiver was told; if the database restarts just now, its answer is not to be forgotten. */
  private async record(delivery: ClaimedDelivery, settlement: Settlement, verdict: Verdict): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.settle.execute(delivery, this.claims.owner, settlement, verdict);
      } catch (error) {
        if (attempt === SETTLE_TRIES) throw error;
        this.log.error('webhook.settle', error, { deliveryId: delivery.id, attempt });
        await pause(attempt * 500);
      }
    }
  }

  private report({ id, failures }: ClaimedDelivery, settlement: Settlement, { state }: Verdict): void {
    const { statusCode, durationMs, error } = settlement;
    this.attempts.inc({ outcome: error ?? 'delivered' });
    this.log.info('webhook.attempt', {
      deliveryId: id,
      attempt: failures + 1,
      durationMs,
      ...(statusCode !== null && { status: statusCode }),
      reason: state === 'pending' ? (error ?? state) : state,
    });
  }
}
