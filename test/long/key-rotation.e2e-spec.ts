import { randomBytes } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { eventually, runProgramToEnd, type TestUser } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { readHistory, sendPrompt } from '../support/chat';
import { accepted, anAnonymization } from '../support/jobs';
import { PNG, startRunningSystem, type Belongings, type RunningSystem } from '../support/running-system';
import { startOperator, type Operator } from '../support/operator';

const newKey = (): string => randomBytes(32).toString('base64');
const [OLD, NEW] = [`2025:${newKey()}`, `2026:${newKey()}`];

let running: RunningSystem;
let operator: Operator;
let user: TestUser;
let belongings: Belongings;
let secret: string;
/** A job that was submitted with an Idempotency-Key before the rotation. */
let submitted: string;

beforeAll(async () => {
  running = await startRunningSystem({ ENCRYPTION_KEYS: OLD });
  operator = await startOperator(running.system);
  user = await running.system.user();
  belongings = await running.furnish(user);
  secret = await signingSecret();
  submitted = await submit();
});
afterAll(async () => {
  await operator.stop();
  await running.stop();
});

/** Sends the same request each time. @returns the job's id */
const submit = async (): Promise<string> => {
  const body = anAnonymization('https://127.0.0.1:9999/hook');
  const api = new ApiClient(running.system, user);
  return accepted(api.post('job/anonymize', body, { 'idempotency-key': 'once' }));
};
const json = async <T>(...args: string[]): Promise<T> =>
  JSON.parse(await running.system.cli([...args, '--json'])) as T;
const signingSecret = async () =>
  (await json<{ secret: string }>('org', 'secret', user.organizationId, 'show')).secret;
const wrappedBy = async (keyId: string): Promise<number> => {
  const { rows } = await running.system.db.query('SELECT FROM data_keys WHERE key_id = $1', [keyId]);
  return rows.length;
};
/** Sets the keys of both programs and of all later commands. */
const setKeys = (...keys: string[]): void => {
  running.system.api.env.ENCRYPTION_KEYS = keys.join(',');
};
const restart = async (): Promise<void> => {
  const { api, worker } = running.system;
  await Promise.all([api, worker].map(async (program) => [await program.stop(), await program.start()]));
};
const cli = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env: running.system.api.env });

/** Requests a link without a token. */
const linked = (url: string) => new ApiClient(running.system).get(url);

/** Returns everything that the user has, as the api returns it. */
async function readAll(api: ApiClient): Promise<void> {
  const history = await readHistory(api, belongings.chatId);
  expect(history.data.prompts.map(({ originalPrompt }) => originalPrompt)).toContain(belongings.prompt);
  const result = await api.get<{ anonymized_text: string }>(`job/${belongings.jobId}/result`);
  expect(result.body.anonymized_text).toBe('Call [NAME_1].');
  expect((await linked(history.data.prompts[1]!.response!)).bytes).toEqual(PNG);
  const again = await sendPrompt(api, 'How long is the notice period?', { chat_id: belongings.chatId });
  expect(again.status).toBe(200);
  expect(await signingSecret()).toBe(secret);
}

describe('a rotation of the main keys', () => {
  it('continues after a kill, while the programs run, until no data key uses the old key', async () => {
    const { system } = running;
    const api = new ApiClient(system, user);
    setKeys(NEW, OLD);
    await restart();
    const all = await wrappedBy('2025');

    // Locked rows keep the rotation from finishing.
    const holder = await system.db.connect();
    await holder.query('BEGIN');
    const { rows } = await holder.query('SELECT FROM data_keys ORDER BY subject_id DESC LIMIT 2 FOR UPDATE');
    const killed = cli('keys', 'rotate');
    await eventually(async () => expect(await wrappedBy('2025')).toBe(rows.length));
    expect(all).toBeGreaterThan(rows.length);
    killed.kill('SIGKILL');
    await readAll(api);
    expect(await submit()).toBe(submitted);

    const stopped = cli('keys', 'rotate');
    let said = '';
    stopped.stderr!.on('data', (chunk) => (said += String(chunk)));
    await eventually(async () => expect((await begun()).length).toBe(2));
    stopped.kill('SIGINT');
    expect(await new Promise((done) => stopped.once('close', done))).toBe(1);
    expect(said).toMatch(/stopped before the end; run it again to continue\n$/);
    await holder.query('ROLLBACK');
    holder.release();

    expect(await json('keys', 'rotate')).toEqual({
      key: '2026',
      rewrapped: rows.length,
      left: 0,
      removable: ['2025'],
    });
    expect(await json('keys', 'list')).toEqual([
      { key: '2026', state: 'encrypts', data_keys: expect.any(Number) },
      { key: '2025', state: 'decrypts', data_keys: 0 },
    ]);
    expect((await linked(belongings.imageUrl)).status).toBe(200);

    setKeys(NEW);
    await restart();
    await readAll(api);
    // A main key also signs links, so they end with it.
    expect((await linked(belongings.imageUrl)).status).toBe(404);
  });

  const begun = async () =>
    (await operator.events({ action: 'keys.rotate' })).filter(({ reason }) => reason === 'begun');
});

describe('a wrong main key', () => {
  const [name, key] = NEW.split(':') as [string, string];

  const [api, worker] = ['dist/apps/api/src/main.js', 'dist/apps/worker/src/main.js'];

  it.each([
    ['the api', 'no key is set', api, '', /: is missing; expected id:key pairs/],
    ['the api', 'a key that data needs is missing', api, `other:${newKey()}`, /lacks the key 2026/],
    ['the worker', 'its name belongs to another key', worker, `${name}:${newKey()}`, /2026 is not the key/],
  ])('stops the start of %s with one line if %s', async (_, __, script, ENCRYPTION_KEYS, line) => {
    const env = { ...running.system.api.env, PORT: '0', WORKER_PORT: '0', ENCRYPTION_KEYS };
    const failure = await runProgramToEnd(script, [], env).catch((error: unknown) => error as Error);
    const [, said = ''] = /ended with 1: ([^]*)$/.exec((failure as Error).message) ?? [];
    expect(said).toMatch(/^[^\n]+\n$/);
    const { message } = JSON.parse(said) as { message: string };
    expect(message).toMatch(/^ENCRYPTION_KEYS: /);
    expect(message).toMatch(line);
    expect(said).not.toContain(key);
  });
});
