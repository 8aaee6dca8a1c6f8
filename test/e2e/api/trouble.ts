import { eventually, startRelay, type Program, type Relay } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { sendPrompt } from '../../support/chat';
import { DocumentedFailures } from '../../support/documented-failures';
import { useApi } from './scene';

/** Where another server fails: `libs/transcription/src/engines/transcriber-contract.spec.ts`. */
const OF_SPEECH = ['POST /ai/v1/openai/v1/audio/transcriptions'];

const scene = useApi();

/** What the OpenAPI document shows for models that fail, and a database that is away. */
describe('in trouble, every endpoint', () => {
  let postgres: Relay;
  let api: Program;
  let failures: DocumentedFailures;
  /** Of an api that does not know yet which models there are. */
  let base: string;

  beforeAll(async () => {
    const { system, user } = scene;
    postgres = await startRelay(system.databaseUrl);
    api = await system.startApi({ DATABASE_URL: postgres.url, LLM_TIMEOUT: '2s', IMAGE_TIMEOUT: '2s' });
    base = `http://127.0.0.1:${api.env.PORT}`;
    scene.upstream.finish = 'length';
    const cut = await sendPrompt(scene.api, 'Hello', { model: 'test-model' }).finally(() => {
      scene.upstream.finish = 'stop';
    });
    failures = await DocumentedFailures.at(base, user, system.url(''), {
      'POST /ai/v1/chat/{chat_id}/continue': [cut.body.session_id],
    });
  });
  afterAll(async () => {
    await api?.stop();
    await postgres?.cut();
  });

  it('answers 502 where the model fails', async () => {
    scene.upstream.intercept = (_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    await failures.expectShown(502, OF_SPEECH);
  });

  it('answers 504 where the model does not answer in time', async () => {
    scene.upstream.intercept = () => true;
    await failures.expectShown(504, OF_SPEECH);
  });

  it('answers 503 where the database is away, and goes on when it is back', async () => {
    await postgres.cut();
    // A link is judged before anything is looked up.
    await failures.expectShown(503, ['GET /ai/v1/images/{id}']);
    await postgres.repair();
    const ready = async () => (await ApiClient.at(base).get('/health/ready')).status;
    await eventually(async () => expect(await ready()).toBe(200));
  });
});
