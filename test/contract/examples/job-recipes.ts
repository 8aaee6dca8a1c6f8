import { randomUUID } from 'node:crypto';
import { eventually } from '@app/testing';
import type { ApiAnswer } from '../../support/api-client';
import type { Scene } from '../scene';
import { jobRequest, recording, type Job, type Story } from '../story';
import { asks, LONG_TEXT, UNKNOWN_ID, sends, tooLarge, wrongType, type Recipe } from './recipe';

const idOf = ({ acceptance }: Job): string => acceptance.headers.get('x-job-id')!;
const done = (_: Scene, { anonymization }: Story): string[] => [idOf(anonymization)];
const unknownId = (): string[] => [UNKNOWN_ID];

const submit = async (scene: Scene, more: object = {}): Promise<string> =>
  (await scene.call('POST', 'job/anonymize', { body: { ...jobRequest(scene), ...more } })).headers.get(
    'x-job-id',
  )!;

/** Asks for a job that is still running: its text takes a while. */
const ofUnfinished: Recipe = async (scene, operation) => {
  const id = await submit(scene, { text: LONG_TEXT });
  const answer = await scene.call(operation.method, operation.at(id));
  await scene.call('DELETE', `job/${id}`);
  return answer;
};

async function erased(scene: Scene): Promise<string[]> {
  const id = await submit(scene);
  await scene.webhook(id);
  await scene.call('DELETE', `job/${id}`);
  return [id];
}

/** Runs a job with the document's text until it has ended and its webhook is delivered. */
async function finished(scene: Scene): Promise<string[]> {
  const id = await submit(scene, { text: 'Anna Schmidt can be reached at anna.schmidt@firma.de.' });
  await eventually(async () => {
    const { body } = await scene.call('GET', `job/${id}`);
    expect(body.delivery).toMatchObject({ state: 'delivered' });
  });
  return [id];
}

const toReceiver = ({ webhookUrl: webhook_url }: Scene) => ({ webhook_url });

const record =
  (changes: Parameters<typeof recording>[1] = {}): Recipe =>
  (scene, { method, path }) =>
    scene.call(method, path, { body: recording(scene, changes) });

/** Sends two different requests with the same key. */
const twice =
  (
    send: (scene: Scene, path: string, lang: string, headers: Record<string, string>) => Promise<ApiAnswer>,
  ): Recipe =>
  async (scene, { path }) => {
    const headers = { 'idempotency-key': randomUUID() };
    await send(scene, path, 'en', headers);
    return send(scene, path, 'de', headers);
  };

export const JOB_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /ai/v1/job/anonymize': {
    202: sends(toReceiver),
    400: sends((scene) => ({ ...toReceiver(scene), lang: 'xx' })),
    403: (scene, { method, path }) => scene.call(method, path, { body: {}, user: scene.stranger }),
    409: twice((scene, path, lang, headers) =>
      scene.call('POST', path, { body: jobRequest(scene, { lang }), headers }),
    ),
    413: tooLarge(6 * 1024 ** 2),
    415: wrongType,
  },
  'POST /ai/v1/job/transcribe': {
    202: record(),
    400: record({ name: 'a.txt' }),
    403: (scene, { method, path }) =>
      scene.call(method, path, { body: recording(scene), user: scene.stranger }),
    409: twice((scene, path, lang, headers) =>
      scene.call('POST', path, { body: recording(scene, { lang }), headers }),
    ),
    413: record({ bytes: Buffer.alloc(3 * 1024 ** 2) }),
    415: wrongType,
  },
  'GET /ai/v1/job/{job_id}': { 200: asks(done), 404: asks(unknownId) },
  'GET /ai/v1/job/{job_id}/result': {
    200: asks(finished),
    404: asks(unknownId),
    409: ofUnfinished,
    410: asks(erased),
  },
  'POST /ai/v1/job/{job_id}/redeliver': {
    202: asks(finished),
    400: async (scene, operation, story) =>
      scene.call('POST', operation.at(...done(scene, story)), { body: { webhook_url: 'http://localhost/' } }),
    404: asks(unknownId),
    409: ofUnfinished,
    410: asks(erased),
    413: tooLarge(),
    415: wrongType,
  },
  'DELETE /ai/v1/job/{job_id}': { 200: asks(finished), 404: asks(unknownId) },
};
