import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type CollectedSpan, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { accepted, JobClient } from '../../support/jobs';
import { familyOf, namesIn, readMetrics, shippedQueries, type ShownMetric } from '../../support/watching';
import { useRunningSystem } from './scene';

/** Values that occur nowhere else. */
const PLANTED = [
  'Philippa Quandtmeier',
  'philippa.quandtmeier@example.org',
  'Zwetschgenkuchenrezept',
  '4471-8823',
];
const [NAME, EMAIL, WORD, NUMBER] = PLANTED as [string, string, string, string];
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

const running = useRunningSystem();

describe('monitoring', () => {
  let user: TestUser;
  let api: ApiClient;
  let jobs: JobClient;

  beforeAll(async () => {
    user = await running.system.user();
    api = new ApiClient(running.system, user);
    jobs = new JobClient(api, running.receiver);
  });

  /** Returns the spans of a trace when it contains a span of each of these names. */
  const traceWith = (traceId: string, names: readonly string[]): Promise<CollectedSpan[]> =>
    eventually(() => {
      const spans = running.collector.spans.filter((span) => span.traceId === traceId);
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      return spans;
    });
  const traced = (n: number) => {
    const traceId = CALLER.traceId.replace(/.$/, String(n));
    return { traceId, headers: { traceparent: `00-${traceId}-${CALLER.spanId}-01` } };
  };
  const metricsOf = async (program: 'api' | 'worker'): Promise<Map<string, ShownMetric>> => {
    const port = running.system.worker.env[program === 'api' ? 'PORT' : 'WORKER_PORT'];
    return readMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  };

  it("traces the stages of a chat as a part of its caller's trace", async () => {
    const { traceId, headers } = traced(1);
    const prompt = `${NAME}, ${EMAIL}, asks for the ${WORD}`;
    const sent = await api.post('chat', aPrompt(prompt), headers);
    expect(sent.status).toBe(200);
    const stages = ['guard', 'detect', 'hide', 'provider', 'restore', 'store'];
    const spans = await traceWith(traceId, ['POST /ai/v1/chat', ...stages]);
    const request = spans.find(({ name }) => name === 'POST /ai/v1/chat')!;
    expect(request).toMatchObject({
      service: 'privacy-chat-api',
      parentSpanId: CALLER.spanId,
      attributes: { 'http.route': '/ai/v1/chat', 'http.response.status_code': '200' },
    });
    for (const stage of stages)
      expect(spans.find(({ name }) => name === stage)?.parentSpanId).toBe(request.spanId);
  });

  it('sends no trace headers to the provider', () => {
    const { headers } = running.upstream.requests.at(-1)!;
    expect(Object.keys(headers)).not.toContain('traceparent');
    expect(JSON.stringify(running.upstream.requests)).not.toContain(CALLER.traceId.slice(0, -1));
  });

  it('traces a job from the api through queue and worker to its webhook, as one trace', async () => {
    const { traceId, headers } = traced(2);
    const text = `${NAME} wrote to ${EMAIL} about the ${WORD}, number ${NUMBER}.`;
    const jobId = await accepted(jobs.anonymize({ text }, headers));
    const [webhook] = await jobs.delivered(jobId);
    const request = 'POST /ai/v1/job/anonymize';
    const spans = await traceWith(traceId, [request, 'queue anonymization', 'job anonymization', 'webhook']);
    const span = (name: string) => spans.find((known) => known.name === name)!;
    expect(span(request)).toMatchObject({ service: 'privacy-chat-api', parentSpanId: CALLER.spanId });
    expect(span('queue anonymization').parentSpanId).toBe(span(request).spanId);
    expect(span('job anonymization')).toMatchObject({
      service: 'privacy-chat-worker',
      parentSpanId: span(request).spanId,
      attributes: { 'job.id': jobId, attempt: '1', outcome: 'completed' },
    });
    expect(span('detect').parentSpanId).toBe(span('job anonymization').spanId);
    expect(span('webhook')).toMatchObject({
      parentSpanId: span('job anonymization').spanId,
      attributes: { 'job.id': jobId, outcome: 'delivered', 'http.response.status_code': '204' },
    });
    expect(webhook.headers.traceparent).toBe(`00-${traceId}-${span('webhook').spanId}-01`);
  });

  it('exports no text, no name and no address with a query in a trace [SEC-115]', async () => {
    await api.get(`history?search=${WORD}`, { traceparent: TRACEPARENT, tracestate: `v=${WORD}` });
    await api.get(`nowhere/${WORD}`, { traceparent: TRACEPARENT });
    await traceWith(CALLER.traceId, ['GET /ai/v1/history', 'GET unknown']);
    const collected = running.collector.requests.join('\n');
    for (const value of [...PLANTED, user.userName, '[NAME_1]', '?']) expect(collected).not.toContain(value);
    // The ids show that the spans of these requests are included.
    expect(collected).toContain(CALLER.traceId);
  });

  it('does not affect answers if the collector is unavailable', async () => {
    running.collector.answer = () => undefined;
    expect((await api.post('chat', aPrompt('Good morning'))).status).toBe(200);
    running.collector.answer = (response) => response.writeHead(500).end();
    await jobs.delivered(await accepted(jobs.anonymize()));
    running.collector.answer = (response) => response.end('{}');
  });

  it('provides every metric and label that dashboards and alerts query', async () => {
    const shown = new Map([...(await metricsOf('worker')), ...(await metricsOf('api'))]);
    const wrong = shippedQueries().flatMap(({ where, query }) => {
      const { metrics, labels } = namesIn(query);
      const known = [...metrics].map((name) => shown.get(name) ?? shown.get(familyOf(name)));
      const missing = [...metrics].filter((name, i) => !known[i] && name !== 'up');
      // Prometheus' own metrics, and the series of histograms.
      const there = new Set([
        'job',
        'instance',
        'le',
        ...known.flatMap((metric) => [...(metric?.labels ?? [])]),
      ]);
      const isSeen = known.every((metric) => !metric || metric.labels.size > 0);
      const strange = isSeen ? [...labels].filter((label) => !there.has(label)) : [];
      return [...missing, ...strange].map((name) => `${where}: ${name}`);
    });
    expect(wrong).toEqual([]);
    expect([...namesIn('sum by (kind) (rate(nothing_total{of="it"}[5m]))').metrics]).toEqual([
      'nothing_total',
    ]);
  });

  it('documents each metric in docs/reference/metrics.md', async () => {
    const page = readFileSync(join(__dirname, '../../../docs/reference/metrics.md'), 'utf8');
    const programs = { api: await metricsOf('api'), worker: await metricsOf('worker') };
    const names = [...new Set([...programs.api.keys(), ...programs.worker.keys()])];
    const rows = names
      .filter((name) => !/^(?:nodejs|process)_/.test(name))
      .toSorted()
      .map((name) => {
        const { type, help } = (programs.api.get(name) ?? programs.worker.get(name))!;
        const where = (['api', 'worker'] as const).filter((program) => programs[program].has(name));
        return `\`${name}\` ${type} ${where.join(', ')} ${help}`;
      });
    const told = [...page.matchAll(/^\| (`[a-z_]+`) +\| (\w+) +\| ([\w, ]+?) +\| (.*?) +\|$/gm)].map(
      ([, name, type, where, help]) => `${name} ${type} ${where} ${help}`,
    );
    expect(told).toEqual(rows);
  });
});
