import { Inject, Injectable } from '@nestjs/common';
import { ALL_OWNERS, newId, Transactions } from '@app/common';
import { webhooksConfig, type WebhooksConfig } from '@app/config';
import { type ActiveSpan, Log, Metrics, runInContext, Tracing } from '@app/observability';
import { QueueNotifier, Settlements } from '@app/queue';
import { OrganizationEvents } from '../events/organization-events';
import { signWebhook } from '../signing';
import { DeliveriesStore, type SettledAttempt } from '../store/deliveries.store';
import { ATTEMPT_ERRORS, type DeliveryState } from '../store/webhooks.entities';
import { type Attempt, PostWebhook } from './post-webhook';

export interface ClaimedDelivery {
  id: string;
  requestId: string;
  subjectId: string;
  /** The trace context of the reported event, if it was traced. */
  traceparent: string | undefined;
  /** The error code of the failed job. */
  errorCode: string | undefined;
  failures: number;
  hostKey: string;
  slow: boolean;
  /** Whether this attempt reached a concurrency limit, so that others may wait for its end. */
  last: boolean;
  url: string;
  body: Buffer;
  secrets: readonly string[];
}

/** Slower hosts count as slow, because their attempts occupy slots for long. */
const SLOW_MS = 2_000;
const SETTLE_TRIES = 5;
/** The number of attempts that one statement stores. */
const BATCH = 100;

/**
 * Makes one attempt at a delivery: signs, posts, stores the result, and notifies the queue if there is a next attempt.
 */
@Injectable()
export class DeliverWebhook {
  private readonly attempts;
  private readonly ended;
  private readonly settled = new Settlements<SettledAttempt, void>({
    work: async (attempts) => {
      await this.settle(attempts);
      return attempts.map(() => undefined);
    },
    room: BATCH,
    tries: SETTLE_TRIES,
    onError: (error, { deliveryId }, attempt) =>
      this.log.upkeep('webhook.settle', error, { deliveryId, attempt }),
  });

  constructor(
    @Inject(webhooksConfig.KEY) private readonly config: WebhooksConfig,
    private readonly deliveries: DeliveriesStore,
    private readonly post: PostWebhook,
    private readonly events: OrganizationEvents,
    private readonly transactions: Transactions,
    private readonly notifier: QueueNotifier,
    private readonly log: Log,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(
      'webhook_attempts_total',
      'Webhook attempts by result',
      ['outcome'],
      ['delivered', ...ATTEMPT_ERRORS].map((outcome) => ({ outcome })),
    );
    this.ended = metrics.counter(
      'webhook_deliveries_ended_total',
      'Webhooks that were delivered, given up, or permanently refused',
      ['state'],
      (['delivered', 'exhausted', 'gone'] satisfies DeliveryState[]).map((state) => ({ state })),
    );
  }

  execute(delivery: ClaimedDelivery): Promise<void> {
    const { requestId, subjectId: jobId, traceparent } = delivery;
    const span = this.tracing.resume(traceparent);
    return runInContext({ requestId, jobId, ...(span && { span }) }, () => this.attempt(delivery, span));
  }

  private async attempt(delivery: ClaimedDelivery, span?: ActiveSpan): Promise<void> {
    const { id, url, body, secrets, failures, hostKey } = delivery;
    const at = new Date();
    const traceparent = span?.traceparent ?? delivery.traceparent;
    const headers = {
      ...signWebhook(id, at, body, secrets),
      ...(traceparent && { traceparent }),
      ...(delivery.errorCode && { 'x-error-code': delivery.errorCode }),
    };
    const outcome = await this.post.execute(url, body, headers, failures);
    const verdict = decide(outcome, failures, this.config.retryScheduleMs, Math.random());
    const attempt: SettledAttempt = {
      attemptId: newId(),
      deliveryId: id,
      state: verdict.state,
      inS: verdict.state === 'pending' ? verdict.inMs / 1000 : null,
      at,
      durationMs: Date.now() - at.getTime(),
      statusCode: outcome.statusCode,
      error: outcome.error,
    };
    this.report(attempt, failures, verdict);
    span?.end(asSpan(delivery, attempt));
    await this.settled.add(attempt);
    const isSlow = attempt.durationMs >= SLOW_MS;
    if (isSlow !== delivery.slow) await this.deliveries.rememberHost(hostKey, isSlow);
    if (verdict.state === 'pending') this.notifier.notifyLater('webhook-delivery', verdict.inMs);
  }

  /**
   * Notifies the organization in the same transaction if a job's webhook has failed permanently. Failed events of the
   * organization itself are not reported, because that would never end.
   */
  private async settle(attempts: readonly SettledAttempt[]): Promise<void> {
    if (!attempts.some(({ state }) => state === 'exhausted')) return this.deliveries.settle(attempts);
    const ids = attempts.map(({ deliveryId }) => deliveryId);
    await this.transactions.runFor(ALL_OWNERS, async (tx) => {
      await this.deliveries.settle(attempts, tx);
      for (const { jobId, organizationId } of await this.deliveries.exhaustedJobs(tx, ids))
        await this.events.emit(tx, { type: 'delivery.exhausted', organizationId, data: { job_id: jobId } });
    });
  }

  private report(attempt: SettledAttempt, failures: number, { state }: Verdict): void {
    const { deliveryId, statusCode, durationMs, error } = attempt;
    this.attempts.inc({ outcome: error ?? 'delivered' });
    if (state !== 'pending') this.ended.inc({ state });
    this.log.info('webhook.attempt', {
      deliveryId,
      attempt: failures + 1,
      durationMs,
      ...(statusCode !== null && { status: statusCode }),
      reason: state === 'pending' ? (error ?? state) : state,
    });
  }
}

const asSpan = (
  { requestId, subjectId, failures }: ClaimedDelivery,
  { deliveryId, statusCode, error }: SettledAttempt,
) => ({
  name: 'webhook',
  kind: 'client' as const,
  failed: error !== null,
  attributes: {
    'request.id': requestId,
    'job.id': subjectId,
    'delivery.id': deliveryId,
    attempt: failures + 1,
    outcome: error ?? 'delivered',
    ...(statusCode !== null && { 'http.response.status_code': statusCode }),
  },
});

/** The next state of the delivery. */
type Verdict = { state: 'delivered' | 'gone' | 'exhausted' } | { state: 'pending'; inMs: number };

/** Retries are delayed by up to this fraction more, so that a recovering receiver is not overloaded. */
const JITTER = 0.1;

/**
 * Decides what happens after an attempt: the next attempt is at the later of schedule and `Retry-After`; 410 ends the
 * delivery permanently; after the last retry it is exhausted (contract: Webhooks).
 *
 * @param failures failed attempts before this one, since the schedule started
 * @param random from 0 to 1
 */
export function decide(
  { statusCode, error, retryAfterMs }: Attempt,
  failures: number,
  scheduleMs: readonly number[],
  random: number,
): Verdict {
  if (error === null) return { state: 'delivered' };
  if (statusCode === 410) return { state: 'gone' };
  const delay = scheduleMs[failures];
  if (delay === undefined) return { state: 'exhausted' };
  return { state: 'pending', inMs: Math.max(Math.round(delay * (1 + JITTER * random)), retryAfterMs) };
}
