import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  eventually,
  startRelay,
  startSystem,
  startTraceCollector,
  startUpstream,
  startWebhookReceiver,
  type Relay,
  type TestSystem,
  type TraceCollector,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { sendPrompt } from '../support/chat';
import { accepted, JobClient } from '../support/jobs';
import { describeWithPrometheus, Prometheus } from '../support/prometheus';

/** Prometheus reads both programs. The test causes each fault around them, and expects the alert of its runbook. */
describeWithPrometheus('alerts', () => {
  let upstream: Upstream;
  let receiver: WebhookReceiver;
  let collector: TraceCollector;
  let postgres: Relay;
  let redis: Relay;
  let system: TestSystem;
  let prometheus: Prometheus;
  let api: ApiClient;
  let jobs: JobClient;

  beforeAll(async () => {
    [upstream, receiver, collector] = await Promise.all([
      startUpstream(),
      startWebhookReceiver(),
      startTraceCollector(),
    ]);
    redis = await startRelay(process.env.TEST_REDIS_URL ?? '');
    system = await startSystem(
      {
        REDIS_URL: redis.url,
        LLM_BASE_URL: upstream.baseUrl,
        WEBHOOK_CA_FILE: receiver.caFile,
        WEBHOOK_RETRY_SCHEDULE: '200ms,200ms',
        JOB_SWEEP_INTERVAL: '1s',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        RATE_LIMITS: 'off',
      },
      [],
    );
    postgres = await startRelay(system.databaseUrl);
    for (const { env } of [system.api, system.worker]) env.DATABASE_URL = postgres.url;
    await Promise.all([system.api.start(), system.worker.start()]);
    prometheus = await Prometheus.start(system);
    api = new ApiClient(system, await system.user());
    jobs = new JobClient(api, receiver);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await system?.stop();
    await Promise.all([upstream?.stop(), receiver?.stop(), collector?.stop()]);
    await Promise.all([postgres?.cut(), redis?.cut()]);
  });

  it('do not fire without a fault', async () => {
    await eventually(async () => expect(await prometheus.query('up == 1')).toHaveLength(2));
    for (let i = 0; i < 20; i += 1) expect((await sendPrompt(api, 'Hello')).status).toBe(200);
    await jobs.delivered(await accepted(jobs.anonymize()));
    await eventually(async () =>
      expect(await prometheus.query('sum(webhook_attempts_total{outcome="delivered"}) > 0')).toEqual([1]),
    );
    expect((await prometheus.firing()).map(({ labels }) => labels.alertname)).toEqual([]);
  });

  it('report that the last backup is old', async () => {
    const note = (age: string) =>
      system.db.query(
        `INSERT INTO service_state (name, value) VALUES ('backup', jsonb_build_object('at', now() - $1::interval))
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [age],
      );
    await note('27 hours');
    const { annotations } = await prometheus.fires('BackupOld');
    expect(annotations.summary).toMatch(/^The last backup is 1d 3h \d+m \d+s old$/);
    await note('1 hour');
    await prometheus.isQuiet('BackupOld');
  });

  it('report dropped spans while the collector refuses them', async () => {
    collector.answer = (response) => response.writeHead(503).end();
    const { annotations } = await prometheus.fires('TraceSpansDropped', () => api.get('history'));
    expect(annotations.summary).toBe('Traces have gaps: spans are dropped (failed)');
    collector.answer = (response) => response.end('{}');
  });

  it('report a failing provider and failing requests', async () => {
    upstream.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    const { labels } = await prometheus.fires('ProviderErrorRateHigh', () => sendPrompt(api, 'Hello'));
    expect(labels.server).toBe('language_model');
    await prometheus.fires('RequestErrorRateHigh', () => sendPrompt(api, 'Hello'));
    upstream.intercept = undefined;
  });

  it('report failing webhooks, and then exhausted deliveries', async () => {
    receiver.respond = () => 503;
    await prometheus.fires('WebhookFailureRateHigh', () => accepted(jobs.anonymize()));
    await prometheus.fires('WebhookDeliveriesExhausted');
    receiver.respond = () => 204;
  });

  it('report an unavailable Redis until it is available again', async () => {
    await redis.cut();
    await prometheus.fires('RedisUnavailable');
    await redis.repair();
    await prometheus.isQuiet('RedisUnavailable');
  });

  it('report an unavailable database until it is available again', async () => {
    await postgres.cut();
    const { annotations } = await prometheus.fires('DatabaseUnavailable');
    expect(annotations.summary).toMatch(/^privacy-chat-(api|worker) cannot use PostgreSQL/);
    await postgres.repair();
    await prometheus.isQuiet('DatabaseUnavailable');
  });

  it('report a folder of files that is not that of the installation, until it is', async () => {
    const [folder, parked] = ['blobs', 'parked'].map((name) => join(system.dataDir, name));
    await eventually(async () =>
      expect(await prometheus.query('min(store_up{store="files"}) == 1')).toEqual([1]),
    );
    await rename(folder!, parked!);
    const { annotations } = await prometheus.fires('FilesUnavailable');
    expect(annotations.summary).toMatch(/^privacy-chat-(api|worker) cannot use the file store/);
    await rename(parked!, folder!);
    await prometheus.isQuiet('FilesUnavailable');
  });

  it('report a shortened chain of the audit trail', async () => {
    await eventually(async () =>
      expect(await prometheus.query('max(audit_chain_entries) > 1')).toHaveLength(1),
    );
    // The owner of the tables can do this.
    await system.db.query(
      `ALTER TABLE audit_seals DISABLE TRIGGER audit_seals_append_only;
       DELETE FROM audit_seals WHERE (organization_id, chain, seq) IN
         (SELECT organization_id, chain, max(seq) FROM audit_seals GROUP BY 1, 2 HAVING max(seq) > 1);
       ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only`,
    );
    await prometheus.fires('AuditChainRolledBack');
  });

  it('report a dead worker and waiting jobs', async () => {
    await system.worker.stop('SIGKILL');
    const jobId = await accepted(jobs.anonymize());
    await system.db.query(`UPDATE jobs SET created_at = created_at - interval '10 minutes' WHERE id = $1`, [
      jobId,
    ]);
    const { labels } = await prometheus.fires('InstanceDown');
    expect(labels.job).toBe('privacy-chat-worker');
    const waiting = await prometheus.fires('JobQueueLatencyHigh');
    expect(waiting.annotations.summary).toMatch(/^A job of type anonymization has waited for 1\dm /);
    await system.worker.start();
    await jobs.delivered(jobId);
    await prometheus.isQuiet('JobQueueLatencyHigh');
  });
});
