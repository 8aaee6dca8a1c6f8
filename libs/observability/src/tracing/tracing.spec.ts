import { StageTimes } from '@app/common';
import { eventually, startTraceCollector, type CollectedSpan, type TraceCollector } from '@app/testing';
import { Metrics } from '../metrics';
import { Tracing } from './tracing';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const ENDING = { name: 'GET /', kind: 'server', failed: false, attributes: {} } as const;

describe('Tracing', () => {
  let collector: TraceCollector;
  let metrics: Metrics;
  let tracing: Tracing;

  beforeEach(async () => {
    collector = await startTraceCollector();
    metrics = new Metrics();
    tracing = new Tracing({ endpoint: collector.url }, metrics);
    tracing.start('api');
  });
  afterEach(async () => {
    await tracing.onApplicationShutdown();
    await collector.stop();
  });

  const dropped = async (reason: string): Promise<number> => {
    const shown = await metrics.registry.getSingleMetricAsString('trace_spans_dropped_total');
    return Number(new RegExp(`\\{reason="${reason}"\\} (\\d+)`).exec(shown)?.[1] ?? 0);
  };
  const named = (name: string): CollectedSpan => {
    const span = collector.spans.find((known) => known.name === name);
    if (!span) throw new Error(`No span ${name} came`);
    return span;
  };

  it('records nothing without a configured collector, or before the program has started', () => {
    const without = new Tracing({ endpoint: undefined }, new Metrics());
    without.start('api');
    expect(without.begin(PARENT)).toBeUndefined();
    expect(new Tracing({ endpoint: collector.url }, new Metrics()).begin(PARENT)).toBeUndefined();
  });

  it('continues the trace of a caller, and records none that the caller does not sample', async () => {
    expect(tracing.begin(PARENT.replace(/01$/, '00'))).toBeUndefined();
    expect(tracing.resume(undefined)).toBeUndefined();
    tracing.resume(PARENT)!.end(ENDING);
    tracing.begin('Hans Müller')!.end({ ...ENDING, name: 'GET /other', failed: true });
    await eventually(() => named('GET /other'));
    expect(named('GET /')).toMatchObject({
      service: 'privacy-chat-api',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentSpanId: '00f067aa0ba902b7',
      kind: 2,
    });
    const other = named('GET /other');
    expect([other.parentSpanId, other.status]).toEqual([undefined, { code: 2 }]);
    expect(collector.requests.join()).not.toContain('Hans');
  });

  it('shows each stage below the request, at its time', async () => {
    const stages = new StageTimes();
    const span = tracing.begin()!;
    stages.begin('detect');
    stages.end('detect');
    span.end(ENDING, stages);
    const { traceId, parentSpanId, startTimeUnixNano, endTimeUnixNano } = await eventually(() =>
      named('detect'),
    );
    const request = named('GET /');
    expect([traceId, parentSpanId]).toEqual([request.traceId, request.spanId]);
    expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
    expect(BigInt(endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
  });

  it('drops attributes that are not on the list, whatever a caller passes', async () => {
    const attributes = { prompt: 'Ada Lovelace', 'job.id': 'j-1' };
    tracing.begin()!.end({ ...ENDING, attributes });
    await eventually(() => named('GET /'));
    expect(named('GET /').attributes).toEqual({ 'job.id': 'j-1' });
    expect(collector.requests.join()).not.toContain('Ada');
  });

  it('drops and counts what the collector refuses, and continues afterwards', async () => {
    collector.answer = (response) => response.writeHead(503).end('busy with Ada Lovelace');
    tracing.begin()!.end(ENDING);
    await eventually(async () => expect(await dropped('failed')).toBe(1));
    collector.answer = (response) => response.end('{}');
    tracing.begin()!.end({ ...ENDING, name: 'GET /later' });
    await eventually(() => named('GET /later'));
  });

  it('keeps at most some thousand spans while the collector does not answer, and counts the others', async () => {
    collector.answer = () => undefined;
    tracing.begin()!.end(ENDING);
    await eventually(() => named('GET /'));
    for (let i = 0; i < 5_000; i += 1) tracing.begin()!.end(ENDING);
    expect(await dropped('full')).toBe(5_000 - 4_096);
  });

  it('sends waiting spans at shutdown, and does not wait for an unreachable collector', async () => {
    tracing.begin()!.end({ ...ENDING, name: 'GET /last' });
    await tracing.onApplicationShutdown();
    expect(named('GET /last').name).toBe('GET /last');
    await collector.stop();
    tracing.begin()!.end(ENDING);
    await tracing.onApplicationShutdown();
    expect(await dropped('failed')).toBe(1);
  });
});
