import { randomUUID } from 'node:crypto';
import { eventually } from '@app/testing';
import { formOf, type FormParts } from '../../support/jobs';
import type { Scene } from '../scene';
import { asks, LONG_TEXT, UNKNOWN_ID, wrongType, type Recipe } from './recipe';

const LETTER = 'Anna Schmidt can be reached at anna.schmidt@firma.de.';
const MIB = 1024 ** 2;

const aFile = (content: string, name = 'letter.txt'): File => new File([content], name);
const aForm = (changes: FormParts = {}): FormData =>
  formOf({ lang: 'en', ...changes, file: changes.file ?? aFile(LETTER) });

/** Sends a file with these fields. */
const file =
  (changes: FormParts | ((scene: Scene) => FormParts | Promise<FormParts>) = {}): Recipe =>
  async (scene, { method, path }) => {
    const parts = typeof changes === 'function' ? await changes(scene) : changes;
    return scene.call(method, path, { body: aForm(parts) });
  };
const byStranger: Recipe = (scene, { method, path }) =>
  scene.call(method, path, { body: aForm(), user: scene.stranger });

const submit = async (scene: Scene, changes: FormParts = {}): Promise<string> => {
  const body = aForm({ delivery: 'poll', restorable: 'true', ...changes });
  return (await scene.call('POST', 'job/anonymize-file', { body })).headers.get('x-job-id')!;
};

async function erased(scene: Scene): Promise<FormParts> {
  const job_id = await submit(scene);
  await eventually(async () => expect((await scene.call('GET', `job/${job_id}/result`)).status).toBe(200));
  await scene.call('DELETE', `job/${job_id}`);
  return { lang: undefined, job_id };
}

/** Restores with a job that is still running: its file takes a while. */
const withUnfinished: Recipe = async (scene, operation, story) => {
  const job_id = await submit(scene, { file: aFile(LONG_TEXT) });
  const answer = await file({ lang: undefined, job_id })(scene, operation, story);
  await scene.call('DELETE', `job/${job_id}`);
  return answer;
};

/** Sends two different files with the same key. */
const twice: Recipe = async (scene, { method, path }) => {
  const headers = { 'idempotency-key': randomUUID() };
  const send = (content: string) =>
    scene.call(method, path, { body: aForm({ delivery: 'poll', file: aFile(content) }), headers });
  await send(LETTER);
  return send('Another letter.');
};

export const FILE_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /ai/v1/files/anonymize': {
    400: file({ file: aFile('') }),
    413: file({ file: aFile('x'.repeat(11 * MIB)) }),
    415: wrongType,
  },
  'POST /ai/v1/files/preview': {
    200: file({ file: aFile('Mrs. Anna Schmidt called.') }),
    400: file({ file: aFile('') }),
    413: file({ file: aFile('x'.repeat(11 * MIB)) }),
    415: wrongType,
  },
  'POST /ai/v1/files/restore': {
    400: file({ lang: undefined, case_id: UNKNOWN_ID }),
    409: withUnfinished,
    410: file(erased),
    413: file({ file: aFile('x'.repeat(11 * MIB)) }),
    415: wrongType,
  },
  'POST /ai/v1/job/anonymize-file': {
    202: file({ delivery: 'poll' }),
    400: file({ delivery: 'poll', file: aFile('') }),
    403: byStranger,
    409: twice,
    413: file({ delivery: 'poll', file: aFile('x'.repeat(2 * MIB)) }),
    415: wrongType,
  },
  'GET /ai/v1/files/{job_id}': { 404: asks(() => [UNKNOWN_ID]) },
};
