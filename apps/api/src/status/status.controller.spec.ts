import { ReadHeads } from '@app/audit';
import { DatabaseState, newId } from '@app/common';
import {
  documentsConfig,
  imagesConfig,
  jobsConfig,
  llmConfig,
  retentionConfig,
  storageConfig,
  transcriptionConfig,
} from '@app/config';
import { MainKeyUse } from '@app/data-keys';
import { OrganizationJobs } from '@app/job-records';
import { Providers } from '@app/llm';
import { BackupTimes, Heartbeats } from '@app/operation';
import { ListModels, SpeechLanguages } from '@app/transcription';
import { StoredDeliveries } from '@app/webhooks';
import { serve, type Served } from '../../testing/serve';
import { CapabilitiesController } from './capabilities.controller';
import { DescribeDeployment } from './describe-deployment';
import { DescribeSpeech } from './describe-speech';
import { StatusController } from './status.controller';

const SECRET = 'secret';
const DAY_MS = 24 * 60 * 60_000;

describe('the status', () => {
  let served: Served;
  const llm: { demo: boolean } = { demo: false };
  const images: { baseUrl?: string; model?: string } = {};
  const speech: { baseUrl?: string; model?: string; apiKey: string } = { apiKey: SECRET };
  const retention: Record<string, number | undefined> = {};
  const providers: { all: object[] } = { all: [] };
  let backlog: object[] = [];
  let workers: object[] = [];
  let lastBackup: Date | undefined;
  let offer: object | undefined;

  beforeAll(async () => {
    const value = (provide: unknown, useValue: unknown) => ({ provide: provide as string, useValue });
    served = await serve({
      user: { userId: newId(), organizationId: newId() },
      controllers: [StatusController, CapabilitiesController],
      providers: [
        DescribeDeployment,
        DescribeSpeech,
        value(llmConfig.KEY, llm),
        value(imagesConfig.KEY, images),
        value(storageConfig.KEY, { kind: 's3', secretAccessKey: SECRET }),
        value(retentionConfig.KEY, retention),
        value(documentsConfig.KEY, { unattachedTtlMs: DAY_MS }),
        value(jobsConfig.KEY, { maxTextBytes: 1, resultRetentionMs: DAY_MS + 400 }),
        value(transcriptionConfig.KEY, speech),
        value(Providers, providers),
        value(ListModels, {
          execute: async () => [
            { name: 'base', installed: true },
            { name: 'small', installed: true },
            { name: 'large', installed: false },
          ],
        }),
        value(SpeechLanguages, { offer: async () => offer }),
        value(DatabaseState, { pendingMigrations: async () => ['a', 'b'], version: async () => '18.1' }),
        value(MainKeyUse, { rotation: async () => ({ encrypts: '2026', mainKeys: 2, old: 12 }) }),
        value(OrganizationJobs, { backlog: async () => backlog }),
        value(StoredDeliveries, { countPending: async () => ({ first: 0, retry: 1 }) }),
        value(ReadHeads, {
          execute: async () => ({
            chains: [{ chain: 'events', seq: 0, hash: 'h', organizationId: SECRET }],
            waiting: { count: 0, oldest: null, organizationId: SECRET },
          }),
        }),
        value(Heartbeats, { workers: async () => workers }),
        value(BackupTimes, { lastSuccess: async () => lastBackup }),
      ],
    });
  });
  beforeEach(() => {
    Object.assign(llm, { demo: false });
    providers.all = [];
    backlog = [];
    workers = [];
    lastBackup = undefined;
    offer = undefined;
    for (const settings of [images, retention])
      for (const name of Object.keys(settings)) delete settings[name as never];
    delete speech.baseUrl;
    delete speech.model;
  });
  afterAll(() => served.close());

  const read = async () => {
    const { status, json, text } = await served.ask('status');
    expect(status).toBe(200);
    expect(text).not.toContain(SECRET);
    return (json as { data: Record<string, unknown> & { engines: Record<string, unknown> } }).data;
  };

  it('of a deployment without anything optional has no engines, no limits of time and no work', async () => {
    expect(await read()).toEqual({
      versions: {
        service: expect.stringMatching(/^\d+\.\d+\.\d+/),
        node: process.versions.node,
        postgresql: '18.1',
        pending_migrations: 2,
      },
      engines: {
        language: { engine: 'none', models: [], providers: [] },
        images: { engine: 'none', model: null },
        speech: { engine: 'embedded', models: ['base', 'small'] },
      },
      file_store: 's3',
      retention: {
        chats: null,
        documents: null,
        unattached_documents: 86_400,
        jobs: null,
        job_results: 86_400,
        audit_calls: null,
      },
      keys: { encrypts: '2026', main_keys: 2, old_data_keys: 12 },
      jobs: [],
      deliveries: { first: 0, retry: 1 },
      audit: { chains: [{ chain: 'events', seq: 0, hash: 'h' }], unsealed: { count: 0, oldest: null } },
      workers: [],
      last_backup: null,
    });
  });

  it('has times in whole seconds', async () => {
    Object.assign(retention, { chatsMs: 1_499, documentsMs: 0, jobsMs: 500, auditCallsMs: DAY_MS });
    backlog = [{ type: 'anonymization', waiting: 1, running: 0, oldestS: 4.6 }];
    workers = [{ queues: ['anonymization'], version: '1.0.0', startedAt: new Date(0), seenS: 3.4 }];
    lastBackup = new Date('2026-11-26T06:00:00Z');
    expect(await read()).toMatchObject({
      retention: { chats: 1, documents: 0, jobs: 1, audit_calls: 86_400 },
      jobs: [{ type: 'anonymization', waiting: 1, running: 0, oldest_waiting_seconds: 5 }],
      workers: [
        {
          version: '1.0.0',
          queues: ['anonymization'],
          started_at: '1970-01-01T00:00:00.000Z',
          seen_seconds_ago: 3,
        },
      ],
      last_backup: '2026-11-26T06:00:00.000Z',
    });
  });

  it('names the providers in their order, and each model once, without addresses and keys', async () => {
    const provider = (name: string, isOpen: boolean, models: object[]) => ({
      settings: {
        name,
        protocol: 'openai',
        internal: isOpen,
        contextTokens: 8_000,
        models,
        apiKey: SECRET,
        baseUrl: `https://${SECRET}`,
      },
      circuit: { isOpen },
    });
    providers.all = [
      provider('a', false, [{ id: 'm' }, { id: 'n', contextTokens: 4_000 }]),
      provider('b', true, [{ id: 'm', contextTokens: 1 }, { id: 'o' }]),
    ];
    expect((await read()).engines.language).toEqual({
      engine: 'server',
      models: [
        { id: 'm', context_tokens: 8_000 },
        { id: 'n', context_tokens: 4_000 },
        { id: 'o', context_tokens: 8_000 },
      ],
      providers: [
        { name: 'a', protocol: 'openai', internal: false, circuit: 'closed' },
        { name: 'b', protocol: 'openai', internal: true, circuit: 'open' },
      ],
    });
  });

  it('names the demonstration as such', async () => {
    llm.demo = true;
    expect((await read()).engines.language).toMatchObject({ engine: 'demo' });
  });

  it.each([
    [{ baseUrl: 'https://secret' }, { engine: 'server', models: [] }],
    [
      { baseUrl: 'https://secret', model: 'w' },
      { engine: 'server', models: ['w'] },
    ],
    [{ model: 'small' }, { engine: 'embedded', models: ['small'] }],
    [{ model: 'large' }, { engine: 'embedded', models: [] }],
  ])('names the models of speech that may be used: %j', async (settings, expected) => {
    Object.assign(speech, settings);
    expect((await read()).engines.speech).toEqual(expected);
  });

  it('names the server of images, and its choice if there is none', async () => {
    Object.assign(images, { baseUrl: 'https://secret' });
    expect((await read()).engines.images).toEqual({ engine: 'server', model: null });
    Object.assign(images, { model: 'd' });
    expect((await read()).engines.images).toEqual({ engine: 'server', model: 'd' });
  });

  it('tells clients which features there are', async () => {
    const data = async () => ((await served.ask('capabilities')).json as { data: object }).data;
    expect(await data()).toEqual({ images: false, transcription: false, speech: null });
    images.baseUrl = 'https://secret';
    offer = { auto: true, words: false, vocabulary: false };
    expect(await data()).toEqual({ images: true, transcription: true, speech: offer });
  });
});
