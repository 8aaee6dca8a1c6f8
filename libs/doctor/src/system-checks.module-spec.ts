import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, Transactions, VERSION } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { BackupTimes, Heartbeats, OperationModule } from '@app/operation';
import { LocalBlobStore } from '@app/storage';
import {
  freePort,
  startContext,
  startRelay,
  startUpstream,
  withSettings,
  type ServiceContext,
  type Upstream,
} from '@app/testing';
import { examine, type CheckReport } from './examine';
import { systemChecks } from './system-checks';

/** Longer than usual, because a machine that runs tests is busy. */
const BUSY_MS = 120_000;

describe('the checks of a system', () => {
  let context: ServiceContext;
  let upstream: Upstream;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-doctor-'));
    upstream = await startUpstream();
    context = await startContext([OperationModule], {
      DATA_DIR: dataDir,
      LLM_BASE_URL: upstream.baseUrl,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
  });
  beforeAll(async () => {
    const queues = ['anonymization', 'transcription', 'file_anonymization', 'webhook-delivery'];
    await context.get(Heartbeats).beat(queues);
    await context.get(BackupTimes).noteSuccess();
  });
  afterAll(async () => {
    await upstream.stop();
    await context?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** @param only names of checks; if empty, all */
  async function examined(
    settings: Record<string, string> = {},
    only: readonly string[] = [],
  ): Promise<Record<string, CheckReport>> {
    return withSettings(settings, async () => {
      const { checks, close } = systemChecks();
      const chosen = checks.filter(({ name }) => only.length === 0 || only.includes(name));
      try {
        return Object.fromEntries(
          (await examine(chosen, undefined, BUSY_MS)).map((report) => [report.check, report]),
        );
      } finally {
        await close();
      }
    });
  }

  it('find no problem in a healthy one, and show what its provider was sent', async () => {
    const reports = await examined();
    expect(Object.values(reports).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(reports).toMatchObject({
      version: { outcome: 'ok', found: expect.stringContaining(VERSION) },
      postgres: { outcome: 'ok', found: expect.stringContaining('privacy_chat_app') },
      migrations: { outcome: 'ok' },
      keys: { outcome: 'ok' },
      redis: { outcome: 'ok' },
      workers: { outcome: 'ok', found: expect.stringMatching(/^1 runs/) },
      backup: { outcome: 'ok', found: expect.stringContaining('the last one is 0 h old') },
      clock: { outcome: 'ok' },
      files: { outcome: 'ok' },
      'entity-model': { outcome: 'ok' },
      provider: { outcome: 'ok', found: expect.stringContaining('test-model') },
      prompt: { outcome: 'ok' },
      webhook: { outcome: 'ok' },
    });
    const sent = upstream.requests.at(-1)!.body.messages!.at(-1)!.content;
    expect(reports.prompt!.found).toContain(`"${sent}"`);
    expect(sent).not.toMatch(/Katharina|Wegener|901820/);
  });

  it('are part of a bundle for support, which contains no secret, address or name', async () => {
    const planted = {
      METRICS_TOKEN: 'planted-token-4711-x',
      LLM_API_KEY: 'planted-key-4712',
      PUBLIC_BASE_URL: 'https://planted-host.example',
      OIDC_ROLE_MAP: 'planted-group=admin',
    };
    const [organizationId, userId, id] = [newId(), newId(), newId()];
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants, created_at) VALUES ($1, 'Planted Ltd', true, '{}', now())`,
      [organizationId],
    );
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, role, active, created_at)
       VALUES ($1, $2, 'planted@person.example', 'planted@person.example', 'member', true, now())`,
      [userId, organizationId],
    );
    await context.db.query(
      `INSERT INTO jobs (id, type, organization_id, user_id, request_id, status, error, error_code, finished_at)
       VALUES ($1, 'anonymization', $2, $3, 'planted-request', 'failed', 'planted-error', 'no_words', now())`,
      [id, organizationId, userId],
    );
    await withSettings(planted, async () => {
      const { checks, bundle, close } = systemChecks();
      try {
        const made = await bundle(await examine(checks, undefined, BUSY_MS));
        expect(made).toMatchObject({
          version: VERSION,
          settings: { METRICS_TOKEN: 'set', PUBLIC_BASE_URL: 'set', LOG_LEVEL: 'silent' },
          pending_migrations: [],
          failed_jobs: [{ job_id: id, error_code: 'no_words' }],
          metrics: { api: { unread: expect.any(String) } },
        });
        expect(made.checks.map(({ check }) => check)).toEqual(checks.map(({ name }) => name));
        const text = JSON.stringify(made);
        expect(text).not.toMatch(/planted/i);
        expect(text).not.toMatch(/Katharina|Wegener|901820/);
        for (const secret of [context.databaseUrl, context.ownerUrl, context.redisUrl])
          expect(text).not.toContain(new URL(secret).password);
      } finally {
        await close();
      }
    });
  });

  it('report a role that is not subject to row-level security', async () => {
    const { postgres } = await examined({ DATABASE_URL: context.ownerUrl }, ['postgres']);
    expect(postgres).toMatchObject({
      outcome: 'warning',
      todo: expect.stringContaining('DATABASE_OWNER_URL'),
    });
  });

  it('report a read-only PostgreSQL', async () => {
    const url = new URL(context.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await examined({ DATABASE_URL: url.toString() }, ['postgres'])).toMatchObject({
      postgres: { outcome: 'failed', found: expect.stringContaining('read-only') },
    });
  });

  it('report an unreachable PostgreSQL, and run the other checks', async () => {
    const away = Object.assign(new URL(context.databaseUrl), { port: String(await freePort()) });
    const reports = await examined({ DATABASE_URL: away.toString() }, [
      'postgres',
      'migrations',
      'keys',
      'redis',
      'clock',
    ]);
    expect(reports).toMatchObject({
      postgres: { outcome: 'failed', todo: expect.stringContaining('DATABASE_URL') },
      migrations: { outcome: 'skipped', found: 'needs postgres' },
      keys: { outcome: 'skipped' },
      redis: { outcome: 'ok' },
      clock: { outcome: 'skipped' },
    });
  });

  it('report a pending migration', async () => {
    const { rows } = await context.db.query<{ id: number; timestamp: string; name: string }>(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING *',
    );
    const [{ id, timestamp, name }] = rows as [(typeof rows)[number]];
    try {
      expect(await examined({}, ['migrations', 'keys'])).toMatchObject({
        migrations: { outcome: 'failed', found: expect.stringContaining(name), todo: 'Run npm run migrate' },
        keys: { outcome: 'skipped' },
      });
    } finally {
      await context.db.query('INSERT INTO migrations (id, timestamp, name) VALUES ($1, $2, $3)', [
        id,
        timestamp,
        name,
      ]);
    }
  });

  it('report a wrong main key and a missing one', async () => {
    const subjectId = newId();
    await context.app
      .get(Transactions, { strict: false })
      .run((tx) => context.get(DataKeys).create(tx, subjectId));
    const another = randomBytes(32).toString('base64');
    expect(await examined({ ENCRYPTION_KEYS: `test:${another}` }, ['keys'])).toMatchObject({
      keys: { outcome: 'failed', found: expect.stringContaining('is not the key with which') },
    });
    expect(await examined({ ENCRYPTION_KEYS: `next:${another}` }, ['keys'])).toMatchObject({
      keys: { outcome: 'failed', found: expect.stringContaining('lacks the key test') },
    });
    expect(await examined({}, ['keys'])).toMatchObject({ keys: { outcome: 'ok' } });
  });

  it('report an unreachable Redis, and one that refuses the login', async () => {
    const relay = await startRelay(context.redisUrl);
    expect(await examined({ REDIS_URL: relay.url }, ['redis'])).toMatchObject({ redis: { outcome: 'ok' } });
    await relay.cut();
    expect(await examined({ REDIS_URL: relay.url }, ['redis'])).toMatchObject({
      redis: { outcome: 'failed', todo: expect.stringContaining('REDIS_URL') },
    });
    const stranger = Object.assign(new URL(context.redisUrl), { password: 'another-one' });
    expect(await examined({ REDIS_URL: stranger.toString() }, ['redis'])).toMatchObject({
      redis: { outcome: 'failed', found: expect.stringMatching(/WRONGPASS|invalid/) },
    });
  });

  it('report an unreachable provider, and one that refuses the prompt', async () => {
    const away = `http://127.0.0.1:${await freePort()}/v1`;
    expect(await examined({ LLM_BASE_URL: away }, ['provider', 'prompt'])).toMatchObject({
      provider: { outcome: 'failed', todo: expect.stringContaining('LLM_BASE_URL') },
      prompt: { outcome: 'skipped' },
    });
    upstream.intercept = ({ path }, response) => {
      if (!path.endsWith('/chat/completions')) return false;
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    expect(await examined({}, ['provider', 'prompt'])).toMatchObject({
      provider: { outcome: 'ok' },
      prompt: { outcome: 'failed' },
    });
    upstream.intercept = undefined;
  });

  it('report files that cannot be written', async () => {
    const file = join(dataDir, 'no-folder');
    await writeFile(file, '');
    expect(await examined({ DATA_DIR: file }, ['files'])).toMatchObject({
      files: { outcome: 'failed', todo: expect.stringContaining('DATA_DIR') },
    });
  });

  it('report a file store that is not that of this installation', async () => {
    expect(await examined({}, ['files'])).toMatchObject({ files: { outcome: 'ok' } });
    const other = join(dataDir, 'not-mounted');
    await mkdir(join(other, 'blobs'), { recursive: true });
    expect(await examined({ DATA_DIR: other }, ['files'])).toMatchObject({
      files: { outcome: 'failed', found: expect.stringContaining('has no mark') },
    });
    await new LocalBlobStore(join(other, 'blobs')).writeMark(newId());
    expect(await examined({ DATA_DIR: other }, ['files'])).toMatchObject({
      files: { outcome: 'failed', found: expect.stringContaining('another installation') },
    });
  });

  it('report a damaged speech model, a missing one, and an unreachable server', async () => {
    const modelsDir = join(dataDir, 'models');
    await mkdir(join(modelsDir, 'half-a-model'), { recursive: true });
    const speech = async (settings: Record<string, string>) =>
      (await examined({ MODELS_DIR: modelsDir, ...settings }, ['speech'])).speech;
    expect(await speech({})).toMatchObject({
      outcome: 'failed',
      found: expect.stringContaining('half-a-model'),
    });
    await rm(modelsDir, { recursive: true });
    expect(await speech({ TRANSCRIPTION_MODEL: 'whisper-base' })).toMatchObject({ outcome: 'failed' });
    expect(await speech({})).toMatchObject({ outcome: 'skipped' });
    const away = `http://127.0.0.1:${await freePort()}/v1`;
    expect(await speech({ TRANSCRIPTION_BASE_URL: away })).toMatchObject({ outcome: 'failed' });
    expect(await speech({ SPEAKER_MODEL: 'voices' })).toMatchObject({
      outcome: 'failed',
      found: 'the voice encoder voices of SPEAKER_MODEL: not installed',
      todo: expect.stringContaining('npm run models'),
    });
  });

  it('report wrong settings, all of them on one line', async () => {
    const { settings } = await examined({ LOG_LEVEL: 'loud', JOB_LEASE: 'soon' }, ['settings']);
    expect(settings).toMatchObject({ outcome: 'failed' });
    expect(settings!.found).toMatch(/LOG_LEVEL[^\n]*JOB_LEASE|JOB_LEASE[^\n]*LOG_LEVEL/);
  });

  it('skip the webhook if this machine is not an allowed address', async () => {
    expect(await examined({ WEBHOOK_ALLOWED_NETWORKS: '' }, ['webhook'])).toMatchObject({
      webhook: { outcome: 'skipped', found: expect.stringContaining('--webhook') },
    });
  });
});
