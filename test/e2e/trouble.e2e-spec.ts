import {
  eventually,
  startRelay,
  startSystem,
  startUpstream,
  type Relay,
  type TestSystem,
  type TestUser,
  type Upstream,
} from '@app/testing';
import { form, readDocument, type Operation } from '../contract/open-api';
import { ApiClient, type ApiAnswer } from '../support/api-client';

const FORM = 'application/x-www-form-urlencoded';

/** Where another server fails: `libs/transcription/src/engines/transcriber-contract.spec.ts`. */
const OF_SPEECH = ['POST /ai/v1/openai/v1/audio/transcriptions'];

/** What the OpenAPI document shows for limits that are reached, models that fail, and a database that is away. */
describe('in trouble, every endpoint', () => {
  let system: TestSystem;
  let upstream: Upstream;
  let postgres: Relay;
  let user: TestUser;
  let operations: Operation[];

  beforeAll(async () => {
    upstream = await startUpstream();
    const [models, patience] = [upstream.baseUrl, '2s'];
    system = await startSystem(
      {
        LLM_BASE_URL: models,
        IMAGE_BASE_URL: models,
        LLM_TIMEOUT: patience,
        IMAGE_TIMEOUT: patience,
        DOOR_EMBEDDINGS: 'pseudonyms',
      },
      [],
    );
    postgres = await startRelay(system.databaseUrl);
    system.api.env.DATABASE_URL = postgres.url;
    await system.api.start();
    user = await system.user();
    operations = await readDocument((path) => new ApiClient(system).call('GET', path));
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([postgres?.cut(), upstream?.stop()]);
  });

  /** As a page of the service would, in a browser that has a session. */
  const ask = (operation: Operation): Promise<ApiAnswer> => {
    const page = {
      origin: new URL(system.url('/')).origin,
      cookie: `privacy-chat-session=${'x'.repeat(43)}`,
    };
    const isForm = operation.bodyTypes.includes(FORM);
    return new ApiClient(system, user).call(operation.method, operation.at(), {
      headers: { ...page, ...(isForm && { 'content-type': FORM }) },
      ...(operation.bodyTypes.includes('application/json') && { body: operation.request }),
      ...(isForm && { body: 'logout_token=x' }),
    });
  };

  async function expectShown(status: number, but: readonly string[] = []): Promise<void> {
    const concerned = operations.filter(
      ({ name, statuses }) => statuses.includes(status) && !but.includes(name),
    );
    expect(concerned.length).toBeGreaterThan(0);
    // At once: what waits for a model in vain does so for the same seconds.
    const answers = await Promise.all(concerned.map(ask));
    for (const [i, operation] of concerned.entries()) {
      const { status: given, body, headers } = answers[i]!;
      expect([operation.name, given, form(body)]).toEqual([
        operation.name,
        status,
        form(operation.shown(status)),
      ]);
      for (const header of operation.headers(status))
        expect([header, headers.has(header)]).toEqual([header, true]);
    }
  }

  it('answers 502 where the model fails', async () => {
    upstream.intercept = (_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    await expectShown(502, OF_SPEECH);
  });

  it('answers 504 where the model does not answer in time', async () => {
    upstream.intercept = () => true;
    await expectShown(504, OF_SPEECH);
  });

  it('counts chat and the gateway together, and others apart', async () => {
    upstream.intercept = undefined;
    const caller = await system.user();
    const remaining = async (path: string): Promise<number> => {
      const { headers } = await new ApiClient(system, caller).post(path, {});
      return Number(headers.get('x-ratelimit-remaining'));
    };
    const before = await remaining('chat');
    expect(await remaining('openai/v1/chat/completions')).toBe(before - 1);
    expect(await remaining('anonymize')).toBeGreaterThan(60);
    expect(await remaining('chat')).toBe(before - 2);
  });

  it('answers 429 with Retry-After where a limit is reached', async () => {
    upstream.intercept = undefined;
    const limited = operations.filter(({ statuses }) => statuses.includes(429));
    for (const operation of limited) await ask(operation);
    const counted = async (name: string) => system.redis.keys(`*${system.redisPrefix}*${name}:*`);
    const ofLogins = await counted('rate-address:login');
    // Used up, and for longer than this test may take.
    for (const key of [...(await counted('rate')), ...ofLogins])
      await system.redis.set(key, 10_000, 'EX', 600);
    await expectShown(429, ['POST /idm/v1/auth/login']);
    await system.redis.del(ofLogins);
  });

  it('answers 503 where the database is away, and goes on when it is back', async () => {
    await postgres.cut();
    // A link is judged before anything is looked up.
    await expectShown(503, ['GET /ai/v1/images/{id}']);
    await postgres.mend();
    await eventually(async () => expect((await new ApiClient(system).get('/health/ready')).status).toBe(200));
  });
});
