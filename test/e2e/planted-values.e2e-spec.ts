import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  eventually,
  startRelay,
  startSpeechServer,
  startSystem,
  startTraceCollector,
  startUpstream,
  startWebhookReceiver,
  type Relay,
  type TestSystem,
  type TraceCollector,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { IdentityProvider } from '../support/identity-provider/start';
import { plantCanary, removeCanary } from '../support/planted/canary';
import { Plants } from '../support/planted/plants';
import type { Place } from '../support/planted/planted-search';
import { RedisListener } from '../support/planted/redis-listener';
import { playAccounts } from '../support/planted/scenario/accounts';
import { playAdministration } from '../support/planted/scenario/administration';
import { playBudgets } from '../support/planted/scenario/budgets';
import { playCases } from '../support/planted/scenario/cases';
import { playChats } from '../support/planted/scenario/chats';
import { playConsole } from '../support/planted/scenario/console';
import { playCrashes } from '../support/planted/scenario/crashes';
import { playErasure } from '../support/planted/scenario/erasure';
import { playEvaluations } from '../support/planted/scenario/evaluations';
import { playFiles } from '../support/planted/scenario/files';
import { playJobs } from '../support/planted/scenario/jobs';
import { playPlugs } from '../support/planted/scenario/plugs';
import { playPolicies } from '../support/planted/scenario/policies';
import { playRefusals } from '../support/planted/scenario/refusals';
import { playSecondFactor } from '../support/planted/scenario/second-factor';
import { searchEverywhere, type Report } from '../support/planted/search-everywhere';
import { spellings } from '../support/planted/spellings';
import { Stage } from '../support/planted/stage';
import { uncalled } from '../support/planted/uncalled';

/** Calls every endpoint and runs every job type, failure and crash with unique values, then searches every place for them. */
describe('planted values', () => {
  const startedAt = new Date();
  const plants = new Plants();
  let listener: RedisListener;
  let postgres: Relay;
  let redis: Relay;
  let system: TestSystem;
  let provider: IdentityProvider;
  let collector: TraceCollector;
  let stage: Stage;
  let report: Report;
  /** Output of the command line, the metrics and the traces. */
  const more: Place[] = [];

  beforeAll(async () => {
    const [upstream, receiver, speech] = await Promise.all([
      startUpstream(),
      startWebhookReceiver(),
      startSpeechServer(),
    ]);
    provider = await IdentityProvider.start();
    collector = await startTraceCollector();
    redis = await startRelay(process.env.TEST_REDIS_URL ?? '');
    system = await startSystem(
      {
        REDIS_URL: redis.url,
        LLM_BASE_URL: upstream.baseUrl,
        LLM_API_KEY: plants.secret('LLM_API_KEY'),
        IMAGE_BASE_URL: upstream.baseUrl,
        TRANSCRIPTION_BASE_URL: speech.baseUrl,
        WEBHOOK_CA_FILE: receiver.caFile,
        WEBHOOK_RETRY_SCHEDULE: '100ms,200ms',
        JOB_LEASE: '5s',
        JOB_SWEEP_INTERVAL: '1s',
        LOG_LEVEL: 'debug',
        // One user plays all scenarios: a refused call would not reach the place that is tested.
        RATE_LIMIT_CHAT: '600/1m',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        ...provider.settings(),
        OIDC_ORGANIZATION_CLAIM: 'organization',
        OIDC_GROUPS_CLAIM: 'groups',
      },
      [],
    );
    await provider.admit(new URL(system.url('/')).origin);
    postgres = await startRelay(system.databaseUrl);
    const temporary = join(system.dataDir, 'tmp');
    await mkdir(temporary);
    for (const { env } of [system.api, system.worker])
      Object.assign(env, { DATABASE_URL: postgres.url, TMPDIR: temporary });
    for (const name of ['ENCRYPTION_KEYS', 'JWT_KEYS'])
      plants.add('secret', name, system.api.env[name]!.split(':')[1]!);
    listener = new RedisListener(system.redisUrl);
    await listener.start();
    await Promise.all([system.api.start(), system.worker.start()]);
    stage = new Stage(system, await system.user(), plants, { upstream, receiver, speech });
  });

  afterAll(async () => {
    listener?.stop();
    await system?.stop();
    await provider?.stop();
    await collector?.stop();
    await Promise.all([postgres?.cut(), redis?.cut()]);
    await Promise.all(Object.values(stage?.around ?? {}).map((part) => part.stop()));
  });

  it('reach every endpoint', async () => {
    const { chatIds } = await playChats(stage);
    await playCases(stage);
    await playFiles(stage);
    await playJobs(stage);
    await playPlugs(stage);
    await playAdministration(stage);
    await playPolicies(stage);
    await playEvaluations(stage);
    await playBudgets(stage);
    await playSecondFactor(stage);
    await playConsole(stage, provider);
    const { output, failures } = await playAccounts(stage);
    more.push({ name: 'cli', content: output }, { name: 'cli failure', content: failures });
    more.push({ name: 'cli', content: await playErasure(stage) });
    await playRefusals(stage, chatIds[0]!);
    await playCrashes(stage, postgres, redis);
    for (const [name, { env }] of Object.entries({ api: system.api, worker: system.worker })) {
      const port = name === 'api' ? env.PORT : env.WORKER_PORT;
      const { bytes } = await new ApiClient(system).get(`http://127.0.0.1:${port}/metrics`);
      const metrics = bytes.toString();
      more.push(...metrics.split('\n').map((content) => ({ name: `metric of ${name}`, content })));
    }
    expect(plants.all.length).toBeGreaterThan(300);
    await eventually(async () => expect(await uncalled(system)).toEqual([]));
    await eventually(() => expect(collector.spans.map(({ name }) => name)).toContain('webhook'));
    more.push(...collector.requests.map((content) => ({ name: 'trace', content })));
    // Plays all scenarios, one after the other.
  }, 600_000);

  it('are found afterwards only where the contract allows them [SEC-69]', async () => {
    report = await searchEverywhere(stage, { listener, startedAt, more });
    process.stdout.write(`planted values: ${JSON.stringify({ ...report.searched, ...report.kinds })}\n`);
    expect(report.leaks).toEqual([]);
  });

  it('include voices, when a job tells speakers apart: these are found nowhere [SEC-140]', () => {
    expect(plants.all.filter(({ kind }) => kind === 'voice').length).toBeGreaterThan(10);
    expect(report.leaks.filter((leak) => leak.startsWith('voice'))).toEqual([]);
  });

  it('would be found in every spelling and place', async () => {
    const value = plants.content('canary');
    const places = await plantCanary(system, value);
    const { leaks } = await searchEverywhere(stage, { listener, startedAt, more });
    for (const place of places)
      for (const { form } of spellings(value))
        expect(leaks).toContainEqual(expect.stringContaining(`canary in ${place} (${form})`));
    for (const place of ['row:canaries.note', 'redis:key', 'redis command', 'log:worker'])
      expect(leaks).toContainEqual(expect.stringContaining(`canary in ${place} (plain)`));
    await removeCanary(system);
  });
});
