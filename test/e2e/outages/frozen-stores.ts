import { eventually } from '@app/testing';
import { ApiClient, type ApiAnswer } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { accepted, anAnonymization } from '../../support/jobs';
import { useStoppingScene } from '../../support/stopping-scene';

const scene = useStoppingScene();

/** A client gives up after this time. */
const PATIENCE_MS = 15_000;

/** A store that hangs accepts connections and answers nothing (contract: Addresses and the envelope). */
describe('while a store hangs', () => {
  const withoutToken = () => new ApiClient(scene.system);
  const health = async () => (await withoutToken().get<Record<string, unknown>>('/health/ready')).body;
  const metrics = async (): Promise<string> => (await withoutToken().get('/metrics')).bytes.toString();
  const eventsOf = (output: string, store: string): unknown[] =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"event":"store.') && line.includes(`"store":"${store}"`))
      .map((line) => (JSON.parse(line) as { event: string }).event);

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    scene.jobs.api.post(path, body, headers, AbortSignal.timeout(PATIENCE_MS));
  const gateway = (stream: boolean) =>
    post('openai/v1/chat/completions', {
      model: 'test-model',
      stream,
      messages: [{ role: 'user', content: 'Write to ann@example.com' }],
    });
  /** Sends one request of each kind at once. */
  const everything = async (): Promise<Record<string, ApiAnswer>> => {
    const { userName, password } = scene.user;
    const requests = {
      login: withoutToken().post(
        '/idm/v1/auth/login',
        { userName, password },
        {},
        AbortSignal.timeout(PATIENCE_MS),
      ),
      chat: post('chat', aPrompt('Write to ann@example.com')),
      job: post('job/anonymize', anAnonymization(scene.jobs.webhookUrl)),
      upload: post('upload', 'The notice period is three months.', {
        'content-type': 'text/plain',
        'file-name': 'a.txt',
      }),
      gateway: gateway(false),
      stream: gateway(true),
    };
    const answers = await Promise.all(
      Object.entries(requests).map(async ([name, answer]) => [name, await answer] as const),
    );
    return Object.fromEntries(answers);
  };
  const statusesOf = (answers: Record<string, ApiAnswer>): Record<string, number> =>
    Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));
  const SERVED = { login: 200, chat: 200, job: 202, upload: 200, gateway: 200, stream: 200 };
  const REFUSED = { login: 503, chat: 503, job: 503, upload: 503, gateway: 503, stream: 503 };

  afterEach(() => {
    scene.redis.thaw();
    scene.postgres.thaw();
  });

  it('requests go on without Redis, which is reported as unavailable until it answers again', async () => {
    await eventually(async () => expect(await health()).toMatchObject({ redis: 'up' }));
    const from = scene.system.api.output.length;
    scene.redis.freeze();
    expect(statusesOf(await everything())).toEqual(SERVED);
    await eventually(async () =>
      expect(await health()).toMatchObject({ status: 'ready', redis: 'degraded' }),
    );
    expect(await metrics()).toContain('store_up{store="redis"} 0\n');
    expect(statusesOf(await everything())).toEqual(SERVED);
    scene.redis.thaw();
    await eventually(async () => expect(await health()).toMatchObject({ redis: 'up' }));
    await eventually(() =>
      expect(eventsOf(scene.system.api.output.slice(from), 'redis')).toEqual(['store.away', 'store.back']),
    );
  });

  it('an idle api reports that Redis does not answer', async () => {
    scene.redis.freeze();
    await eventually(async () => expect(await health()).toMatchObject({ redis: 'degraded' }));
    scene.redis.thaw();
    await eventually(async () => expect(await health()).toMatchObject({ redis: 'up' }));
  });

  it('a worker runs jobs without Redis, and receives queue notifications again afterwards', async () => {
    await scene.workerRuns();
    scene.redis.freeze();
    await scene.jobs.delivered(await accepted(scene.jobs.anonymize()));
    scene.redis.thaw();
    await eventually(async () => expect(await health()).toMatchObject({ redis: 'up' }));
    await scene.jobs.delivered(await accepted(scene.jobs.anonymize()));
  });

  it('the worker stops cleanly without Redis', async () => {
    await scene.workerRuns();
    scene.redis.freeze();
    expect(await scene.system.worker.stop()).toBe(0);
  });

  it('every request is answered with 503 without PostgreSQL, and served again afterwards', async () => {
    scene.postgres.freeze();
    const from = scene.system.api.output.length;
    for (const known of [false, true]) {
      const answers = await everything();
      expect([known, statusesOf(answers)]).toEqual([known, REFUSED]);
      for (const { headers } of Object.values(answers))
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      await eventually(async () => expect(await health()).toMatchObject({ postgres: 'down' }));
    }
    expect(await metrics()).toContain('store_up{store="postgres"} 0\n');
    scene.postgres.thaw();
    await eventually(async () => expect(await health()).toMatchObject({ status: 'ready', postgres: 'up' }));
    expect(statusesOf(await everything())).toEqual(SERVED);
    await eventually(() =>
      expect(eventsOf(scene.system.api.output.slice(from), 'postgres')).toEqual(['store.away', 'store.back']),
    );
  });

  it('a worker loses no work without PostgreSQL', async () => {
    await scene.system.worker.stop();
    const worker = await scene.system.startWorker({ DATABASE_URL: scene.postgres.url });
    let answer: (status: number) => void = () => undefined;
    scene.receiver.respond = () => new Promise((resolve) => (answer = resolve));
    const delivering = await accepted(scene.jobs.anonymize());
    await eventually(() => expect(scene.jobs.webhooksOf(delivering)).toHaveLength(1));
    const waiting = await accepted(scene.jobs.anonymize());
    scene.postgres.freeze();
    answer(204);
    scene.receiver.respond = () => 204;
    await eventually(() => expect(eventsOf(worker.output, 'postgres')).toEqual(['store.away']));
    scene.postgres.thaw();
    for (const jobId of [delivering, waiting]) await scene.jobs.delivered(jobId);
    expect(worker.output).not.toContain('process.failed');
    expect(await worker.stop()).toBe(0);
  });
});
