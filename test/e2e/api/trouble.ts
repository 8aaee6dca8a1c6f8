import { eventually, startRelay, type Program, type Relay } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { readVersions, sendPrompt } from '../../support/chat';
import { DocumentedFailures } from '../../support/documented-failures';
import { useApi } from './scene';

/**
 * Endpoints with forms. Their servers' failures: `libs/transcription/src/engines/transcriber-contract.spec.ts`,
 * `libs/images/src/openai-image-generator.spec.ts`.
 */
const WITH_FORMS = ['POST /ai/v1/openai/v1/audio/transcriptions', 'POST /ai/v1/openai/v1/images/edits'];

const scene = useApi();

/** Failures that the OpenAPI document shows for models that fail and for an unavailable database. */
describe('under failures, every endpoint', () => {
  let postgres: Relay;
  let api: Program;
  let failures: DocumentedFailures;
  /** An api that has not loaded the list of models yet. */
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
    const [turn] = await readVersions(scene.api, cut.body.session_id);
    failures = await DocumentedFailures.at(
      base,
      user,
      system.url(''),
      {
        'POST /ai/v1/chat/{chat_id}/continue': [cut.body.session_id],
        'POST /ai/v1/chat/{chat_id}/regenerate': [cut.body.session_id],
        'POST /ai/v1/chat/{chat_id}/title': [cut.body.session_id],
      },
      {
        'POST /ai/v1/chat/{chat_id}/regenerate': { turn_id: turn!.turnId },
      },
    );
  });
  afterAll(async () => {
    await api?.stop();
    await postgres?.cut();
  });

  it('answers 502 if the model fails', async () => {
    scene.upstream.intercept = (_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      return true;
    };
    await failures.expectShown(502, WITH_FORMS);
  });

  it('answers 504 if the model times out', async () => {
    scene.upstream.intercept = () => true;
    await failures.expectShown(504, WITH_FORMS);
  });

  it('answers 503 while the database is unavailable, and works again afterwards', async () => {
    await postgres.cut();
    // The signature of a link is checked before any query.
    await failures.expectShown(503, ['GET /ai/v1/files/{job_id}', 'GET /ai/v1/images/{id}']);
    await postgres.repair();
    const ready = async () => (await ApiClient.at(base).get('/health/ready')).status;
    await eventually(async () => expect(await ready()).toBe(200));
  });
});
