import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { COMMIT, VERSION, type StageTimes } from '@app/common';

/** What comes of a request to a server of models. */
const OUTCOMES = ['answered', 'refused', 'limited', 'failed', 'timeout', 'abandoned'] as const;

/** Of stages and of what is added to a call, in seconds. */
const SHORT = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Prometheus metrics of this process. Labels are routes, queues and outcomes, never content, and ids of organizations
 * alone.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status; the status is `not_configured` if the operator did not set what the request needs',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [this.registry],
  });

  /** Of the OpenAI gateway. */
  readonly privacyOverhead = new Histogram({
    name: 'privacy_overhead_seconds',
    help: "What the gateway adds to a call until its answer begins, the provider's own time taken off",
    labelNames: ['route'] as const,
    buckets: SHORT,
    registers: [this.registry],
  });

  private readonly providerRequests = this.counter(
    'provider_requests_total',
    'Requests to servers of models by what came of them',
    ['server', 'outcome'],
  );

  /** Of work that this process did under a lease. */
  readonly leasesLost = this.counter(
    'leases_lost_total',
    'Leases that this process held and lost while it worked',
    ['work'],
    ['anonymization', 'transcription', 'upload'].map((work) => ({ work })),
  );

  private readonly stages = new Histogram({
    name: 'stage_duration_seconds',
    help: 'What a stage took in a request or job, by the route or the type of job',
    labelNames: ['route', 'stage'] as const,
    buckets: [...SHORT, 10, 30, 120],
    registers: [this.registry],
  });

  private readonly unread = this.counter(
    'metrics_unread_total',
    'Metrics that were left out of a scrape, since what they tell of could not be read',
    ['metric'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('privacy_chat_build_info', 'Always 1; its labels say which build runs', [
      'version',
      'commit',
    ]).set({ version: VERSION, commit: COMMIT }, 1);
    this.gauge('nodejs_heap_size_limit_bytes', 'What the heap may grow to', [], (limit) =>
      limit.set(getHeapStatistics().heap_size_limit),
    );
  }

  /** @returns to be told what came of each request to this server of models */
  requestsTo(
    server: 'language_model' | 'image' | 'transcription',
  ): (outcome: (typeof OUTCOMES)[number]) => void {
    for (const outcome of OUTCOMES) this.providerRequests.inc({ server, outcome }, 0);
    return (outcome) => this.providerRequests.inc({ server, outcome });
  }

  /** @param route a request's pattern, or `job/` and a type of job */
  observeStages(route: string, times: StageTimes): void {
    for (const { stage, ms } of times.all()) this.stages.observe({ route, stage }, ms / 1000);
  }

  /** @param known labels that count from 0: of others nobody sees that they went from nothing to 1 */
  counter<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    known: readonly Record<L, string>[] = [],
  ): Counter<L> {
    const counter = new Counter({ name, help, labelNames, registers: [this.registry] });
    for (const labels of known) counter.inc(labels, 0);
    return counter;
  }

  /** @param collect called at each scrape, to set the value then; where it fails, this metric alone is left out */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L> {
    const gauge: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      ...(collect && { collect: () => this.collect(gauge, { name, labelNames, collect }) }),
    });
    return gauge;
  }

  private async collect<L extends string>(
    gauge: Gauge<L>,
    {
      name: metric,
      labelNames,
      collect,
    }: { name: string; labelNames: readonly L[]; collect: (gauge: Gauge<L>) => void | Promise<void> },
  ): Promise<void> {
    try {
      await collect(gauge);
    } catch {
      // The values of the scrape before tell of nothing that is so now.
      gauge.reset();
      if (labelNames.length === 0) gauge.remove();
      this.unread.inc({ metric });
    }
  }
}
