import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  eventually,
  startSpeechServer,
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type SpeechServer,
  type TestSystem,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { sendPrompt } from '../support/chat';
import { frozen, locked, stutter } from '../support/faults';
import { accepted, JobClient } from '../support/jobs';
import { describeWithPrometheus, Prometheus } from '../support/prometheus';

const RECORDING = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));
const LEAK = join(__dirname, '../support/leak.cjs');
const END_THREADS = join(__dirname, '../support/end-threads.cjs');
/** Concurrent recordings of a worker: more lost leases than this trigger the alert. */
const RECORDINGS = 5;
const WORDS = [{ start: 0.2, end: 2.8, text: ' He was not an ill-disposed young man.' }];

/** As `alerts.e2e-spec.ts`, for faults inside the programs or in their input. */
describeWithPrometheus('alerts from within', () => {
  let upstream: Upstream;
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;
  let prometheus: Prometheus;
  let api: ApiClient;
  let jobs: JobClient;

  beforeAll(async () => {
    [upstream, receiver, speech] = await Promise.all([
      startUpstream(),
      startWebhookReceiver(),
      startSpeechServer(),
    ]);
    system = await startSystem({
      LLM_BASE_URL: upstream.baseUrl,
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_CONCURRENCY: String(RECORDINGS),
      JOB_LEASE: '2s',
      JOB_SWEEP_INTERVAL: '1s',
      RATE_LIMITS: 'off',
    });
    prometheus = await Prometheus.start(system);
    api = new ApiClient(system, await system.user());
    jobs = new JobClient(api, receiver);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await system?.stop();
    await Promise.all([upstream?.stop(), receiver?.stop(), speech?.stop()]);
  });

  /** Restarts the api with options for Node.js. */
  const restartApi = async (options: string, env: Record<string, string> = {}): Promise<void> => {
    await system.api.stop();
    Object.assign(system.api.env, env, { NODE_OPTIONS: options });
    await system.api.start();
    delete system.api.env.NODE_OPTIONS;
  };

  it('do not fire without a fault', async () => {
    for (let i = 0; i < 20; i += 1) expect((await sendPrompt(api, 'Hello')).status).toBe(200);
    await jobs.delivered(await accepted(jobs.transcribe(RECORDING)));
    await eventually(async () =>
      expect(await prometheus.query('sum(jobs_finished_total{outcome="completed"}) > 0')).toEqual([1]),
    );
    expect(await prometheus.firing()).toEqual([]);
  });

  it('report a slow stage while a session locks the table of users', async () => {
    const { labels } = await prometheus.fires('StageLatencyHigh', async () => {
      const waiting: Promise<unknown>[] = [];
      await locked(system, 'users', async () => {
        for (let i = 0; i < 10; i += 1) waiting.push(sendPrompt(api, 'Hello'));
        await setTimeout(3_000);
      });
      await Promise.all(waiting);
    });
    expect(labels.stage).toBe('guard');
  });

  it('report failing jobs if files are not recordings', async () => {
    const { annotations } = await prometheus.fires('JobFailureRateHigh', async () => {
      const [webhook] = await jobs.delivered(await accepted(jobs.transcribe(Buffer.from('no sound'))));
      expect(webhook.body).toMatchObject({ status: 'failed', error: 'Unsupported audio format' });
    });
    expect(annotations.summary).toMatch(/^\d\S*% of the jobs of type transcription fail$/);
  });

  it('report lost leases after a stopped worker was replaced', async () => {
    speech.requests.length = 0;
    speech.recognize = () => (speech.requests.length > RECORDINGS ? WORDS : 'never');
    const ids = await Promise.all(
      Array.from({ length: RECORDINGS }, () => accepted(jobs.transcribe(RECORDING))),
    );
    await eventually(() => expect(speech.requests).toHaveLength(RECORDINGS));
    await frozen(system.worker, async () => {
      const other = await system.startWorker();
      for (const id of ids) await jobs.delivered(id);
      await other.stop();
    });
    const { annotations } = await prometheus.fires('JobLeasesLost');
    expect(annotations.summary).toBe('Workers lose leases while they work: transcription');
    for (const id of ids) expect(jobs.webhooksOf(id).map(({ body }) => body.status)).toEqual(['completed']);
  });

  it('report calls that budgets refuse', async () => {
    const admin = await system.user({ role: 'admin' });
    const program = new ApiClient(system, admin);
    const budget = `/admin/v1/budgets/organization/${admin.organizationId}`;
    const set = await program.call('PUT', budget, { body: { unit: 'tokens', hard: 0 } });
    expect(set.status).toBe(200);
    const { labels } = await prometheus.fires('BudgetRefusalsHigh', async () =>
      expect((await sendPrompt(program, 'Hello')).status).toBe(429),
    );
    expect(labels.kind).toBe('organization');
  });

  it('report unsealed audit entries while the worker lacks the privilege to seal', async () => {
    await system.db.query('REVOKE INSERT ON audit_seals FROM privacy_chat_app');
    expect((await sendPrompt(api, 'Hello')).status).toBe(200);
    // Moves the entries ten minutes into the past.
    await system.db.query(
      `ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only;
       UPDATE audit_events SET at = at - interval '10 minutes' WHERE id IN (SELECT entry_id FROM audit_unsealed);
       ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only`,
    );
    const { annotations } = await prometheus.fires('AuditSealingDelayed');
    expect(annotations.summary).toMatch(/^Entries of the audit trail have waited for their seal for 1\dm /);
    expect(system.worker.output).toContain('"worker.seals"');
    await system.db.query('GRANT INSERT ON audit_seals TO privacy_chat_app');
    await prometheus.isQuiet('AuditSealingDelayed');
  });

  it('report a lagging event loop if the process gets no processor time', async () => {
    const { labels } = await prometheus.fires('EventLoopLagHigh', () => stutter(system.api, 650));
    expect(labels.job).toBe('privacy-chat-api');
  });

  it('report failing detection if its threads end, and nothing is sent', async () => {
    const mark = join(system.dataDir, 'end-threads');
    await restartApi(`--require ${END_THREADS}`, { END_THREADS: mark });
    expect((await sendPrompt(api, 'Hello')).status).toBe(200);
    writeFileSync(mark, '');
    const sent = upstream.requests.length;
    const { labels } = await prometheus.fires('DetectionFailing', async () => {
      const { status, body } = await sendPrompt(api, `Hello ${Math.random()}`);
      expect([status, body]).toEqual([
        503,
        expect.objectContaining({ message: expect.stringContaining('nothing was sent') }),
      ]);
    });
    expect(labels.job).toBe('privacy-chat-api');
    expect(upstream.requests).toHaveLength(sent);
    rmSync(mark);
    await eventually(async () => expect((await sendPrompt(api, 'Hello again')).status).toBe(200));
  });

  it('report a full heap of a program that leaks memory', async () => {
    await restartApi(`--require ${LEAK} --max-old-space-size=256 --max-semi-space-size=1`);
    const { annotations } = await prometheus.fires('HeapUsageHigh');
    expect(annotations.summary).toMatch(/^The heap of privacy-chat-api at \S+ is 9\d\S*% full$/);
  });
});
