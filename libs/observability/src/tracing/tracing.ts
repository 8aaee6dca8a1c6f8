import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { StageTimes } from '@app/common';
import { tracingConfig, type TracingConfig } from '@app/config';
import { Metrics } from '../metrics';
import type { Span } from './otlp';
import { SpanExporter } from './span-exporter';
import { newSpanId, newTraceId, readTraceparent, traceparentOf, type TraceContext } from './trace-context';

/** The parts of a span that are known only at its end. */
type Ending = Pick<Span, 'name' | 'kind' | 'failed' | 'attributes'>;

/** A running request, run of a job, or attempt of a webhook. */
export class ActiveSpan implements TraceContext {
  readonly spanId = newSpanId();
  private readonly beganAt = performance.timeOrigin + performance.now();

  constructor(
    readonly traceId: string,
    private readonly parentId: string | undefined,
    private readonly exporter: SpanExporter,
  ) {}

  get traceparent(): string {
    return traceparentOf(this);
  }

  /** Adds a span for the time in the queue before this one started, as a child of the span that queued it. */
  waited(name: string, ms: number): void {
    const { traceId, parentId, beganAt } = this;
    const times = { beganAt: beganAt - Math.max(0, ms), endedAt: beganAt };
    const span = { traceId, spanId: newSpanId(), parentId, name, ...times };
    this.exporter.add([{ ...span, kind: 'internal', failed: false, attributes: {} }]);
  }

  /** @param stages each becomes a child span */
  end(ending: Ending, stages?: StageTimes): void {
    const { traceId, spanId, parentId, beganAt } = this;
    const endedAt = performance.timeOrigin + performance.now();
    const parts = (stages?.all() ?? []).map(({ stage, ms, ...times }): Span => ({
      traceId,
      spanId: newSpanId(),
      parentId: spanId,
      name: stage,
      kind: 'internal',
      beganAt: performance.timeOrigin + times.beganAt,
      endedAt: performance.timeOrigin + times.endedAt,
      failed: false,
      attributes: { busy_ms: ms },
    }));
    this.exporter.add([{ traceId, spanId, parentId, beganAt, endedAt, ...ending }, ...parts]);
  }
}

/** Records traces over OTLP if a collector is configured (contract: Watching). */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private exporter: SpanExporter | undefined;
  private readonly dropped;

  constructor(
    @Inject(tracingConfig.KEY) private readonly config: TracingConfig,
    metrics: Metrics,
  ) {
    this.dropped = metrics.counter(
      'trace_spans_dropped_total',
      'Spans that the collector refused, or that arrived faster than it accepted them',
      ['reason'],
      [{ reason: 'full' }, { reason: 'failed' }],
    );
  }

  /** @param service the name of this program */
  start(service: 'api' | 'worker'): void {
    const { endpoint } = this.config;
    if (endpoint === undefined) return;
    const onDropped = (reason: string, count: number): void => this.dropped.inc({ reason }, count);
    this.exporter = new SpanExporter({ endpoint, service, onDropped });
  }

  /**
   * Starts the span of an external request.
   *
   * @param traceparent the caller's; if absent or malformed, a new trace starts
   * @returns undefined if nothing is recorded: without a collector, or if the caller's trace is not sampled
   */
  begin(traceparent?: string): ActiveSpan | undefined {
    if (!this.exporter) return undefined;
    const parent = readTraceparent(traceparent);
    if (parent?.isSampled === false) return undefined;
    return new ActiveSpan(parent?.traceId ?? newTraceId(), parent?.spanId, this.exporter);
  }

  /** Continues a trace that {@link begin} started in any process; undefined if it was not recorded. */
  resume(traceparent: string | undefined): ActiveSpan | undefined {
    return traceparent === undefined ? undefined : this.begin(traceparent);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.exporter?.close();
  }
}
