import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { COMMIT, VERSION, type StageTimes } from '@app/common';

/** The results of a request to a model server. */
const OUTCOMES = ['answered', 'refused', 'limited', 'failed', 'timeout', 'abandoned'] as const;

/** Buckets for stages and for the gateway's overhead, in seconds. */
const SHORT = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Prometheus metrics of this process. Labels are routes, queues, outcomes and ids of organizations, never content. */
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

  /** For the OpenAI gateway. */
  readonly privacyOverhead = new Histogram({
    name: 'privacy_overhead_seconds',
    help: "What the gateway adds to a call until its answer starts, without the provider's time",
    labelNames: ['route'] as const,
    buckets: SHORT,
    registers: [this.registry],
  });

  private readonly providerRequests = this.counter(
    'provider_requests_total',
    'Requests to model servers by result',
    ['server', 'provider', 'outcome'],
  );

  /** For work under a lease. */
  readonly leasesLost = this.counter(
    'leases_lost_total',
    'Leases that this process lost while it worked',
    ['work'],
    ['anonymization', 'transcription', 'file_anonymization', 'upload'].map((work) => ({ work })),
  );

  private readonly stages = new Histogram({
    name: 'stage_duration_seconds',
    help: 'Duration of a stage in a request or job, by the route or the type of job',
    labelNames: ['route', 'stage'] as const,
    buckets: [...SHORT, 10, 30, 120],
    registers: [this.registry],
  });

  private readonly unread = this.counter(
    'metrics_unread_total',
    'Metrics that were left out of a scrape because their values could not be read',
    ['metric'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('privacy_chat_build_info', 'Always 1; its labels identify the build', [
      'version',
      'commit',
    ]).set({ version: VERSION, commit: COMMIT }, 1);
    this.gauge('nodejs_heap_size_limit_bytes', 'The limit of the heap', [], (limit) =>
      limit.set(getHeapStatistics().heap_size_limit),
    );
  }

  /**
   * @param provider the name of the server among those of its kind
   * @returns a function that receives the result of each request to this model server
   */
  requestsTo(
    server: 'language_model' | 'image' | 'transcription',
    provider: string = server,
  ): (outcome: (typeof OUTCOMES)[number]) => void {
    for (const outcome of OUTCOMES) this.providerRequests.inc({ server, provider, outcome }, 0);
    return (outcome) => this.providerRequests.inc({ server, provider, outcome });
  }

  /** @param route a request's pattern, or `job/` and a type of job */
  observeStages(route: string, times: StageTimes): void {
    for (const { stage, ms } of times.all()) this.stages.observe({ route, stage }, ms / 1000);
  }

  /** @param known labels that start at 0, because an increase from a missing value to 1 is not visible */
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

  /** @param collect called at each scrape to set the value; if it fails, only this metric is left out */
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
      // Labels of the previous scrape may no longer exist.
      gauge.reset();
      if (labelNames.length === 0) gauge.remove();
      this.unread.inc({ metric });
    }
  }
}
