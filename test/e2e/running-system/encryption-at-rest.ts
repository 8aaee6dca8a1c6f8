import { createSecretKey } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataKey, KeyRing } from '@app/crypto';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt, readVersions, sendPrompt } from '../../support/chat';
import { anAnonymization, formOf } from '../../support/jobs';
import { localFiles } from '../../support/local-files';
import { Browser } from '../../support/identity-provider/browser';
import { upload, type Belongings } from '../../support/running-system';
import { makeBatch, makeEvaluation } from '../../support/tenancy/belongings';
import { useRunningSystem } from './scene';

const running = useRunningSystem();
let user: TestUser;
let api: ApiClient;
let first: Belongings;
let second: Belongings;

/** Creates two policies, a webhook for events and a second factor. */
async function administer(): Promise<void> {
  const policies = [{ terms: [{ phrase: 'Nordlicht' }] }, { system_prompt: 'You work for a bank.' }];
  const webhook = { url: 'https://127.0.0.1:9999/events', events: ['account.locked'] };
  for (const [version, body] of policies.entries()) {
    const headers = { 'if-match': String(version + 1) };
    expect((await api.call('PUT', '/admin/v1/policy', { body, headers })).status).toBe(200);
  }
  expect((await api.call('PUT', '/admin/v1/webhook', { body: webhook })).status).toBe(200);
  expect((await api.post('/idm/v1/second-factor')).status).toBe(200);
}

/** Hides a text in a case, and waits for a job that can be restored and one with a file. */
async function useCase(): Promise<void> {
  const { body } = await api.post<{ data: { case_id: string } }>('cases', { name: 'Mine' });
  const text = aPrompt('Mr. Hans Weber called.', { case_id: body.data.case_id });
  expect((await api.post('anonymize', text)).status).toBe(200);
  const job = anAnonymization('https://127.0.0.1:9999/hook', { restorable: true });
  expect((await api.post('job/anonymize', job)).status).toBe(202);
  await eventually(async () =>
    expect(await query('SELECT FROM jobs WHERE issued_table IS NOT NULL')).toHaveLength(1),
  );
  const file = new File(['Mr. Hans Weber called.'], 'a.txt');
  expect((await api.post('job/anonymize-file', formOf({ delivery: 'poll', file }))).status).toBe(202);
  await eventually(async () =>
    expect(await query('SELECT FROM jobs WHERE result_file IS NOT NULL')).toHaveLength(1),
  );
}

/** Runs a batch, until its lines are hidden and sent. */
async function runBatch(): Promise<void> {
  const allowing = { body: { provider_storage: true, share_originals: true }, headers: { 'if-match': '0' } };
  expect((await api.call('PUT', '/admin/v1/policy', allowing)).status).toBe(200);
  running.upstream.batches.next = 'in_progress';
  await makeBatch(api);
  await eventually(async () =>
    expect(await query('SELECT FROM batches WHERE sealed_table IS NOT NULL')).toHaveLength(1),
  );
}

/** Starts a chat with an assistant. */
async function startWithAssistant(): Promise<void> {
  const made = await api.post<{ data: { assistant_id: string } }>('assistants', { name: 'Letters' });
  const { assistant_id } = made.body.data;
  expect((await sendPrompt(api, 'Mr. Hans Weber called.', { assistant_id })).status).toBe(200);
}

/** Regenerates an answer, shares the chat, and suggests a word that was hidden in it. */
async function regenerate(): Promise<void> {
  const { session_id: chatId } = (await sendPrompt(api, 'Mr. Hans Weber called.')).body;
  const [turn] = await readVersions(api, chatId);
  const again = await api.post(`chat/${chatId}/regenerate`, { turn_id: turn!.turnId });
  expect(again.status).toBe(200);
  expect((await api.post(`sessions/${chatId}/share`, { originals: true })).status).toBe(200);
  expect((await sendPrompt(api, 'Thanks', { chat_id: chatId, hide: ['Nordlicht'] })).status).toBe(200);
  const suggested = { action: 'hide', value: 'Nordlicht' };
  expect((await api.post(`sessions/${chatId}/suggestions`, suggested)).status).toBe(200);
}

/** Guards a call of a LiteLLM proxy. */
async function guard(): Promise<void> {
  const call = { input_type: 'request', litellm_call_id: 'a-call', texts: ['Mr. Hans Weber called.'] };
  expect((await api.post('litellm/beta/litellm_basic_guardrail_api', call)).status).toBe(200);
}

/** Logs two users in at the provider, which issues a refresh token for each. */
async function signOn(): Promise<void> {
  const organization = user.organizationId;
  const people = {
    anna: { email: 'anna@company.example', organization },
    boris: { email: 'boris@company.example', organization },
  };
  await running.provider.people(people);
  for (const sub of Object.keys(people)) {
    const browser = new Browser();
    const begun = await browser.send(running.system.idm('oidc/login'));
    const back = await running.provider.logIn(browser, begun.headers.get('location')!, sub);
    expect((await browser.send(back)).status).toBe(302);
  }
}

/** Requests a link without a token. */
const linked = (url: string) => new ApiClient(running.system).get(url);

type Row = Record<string, unknown>;
const query = async <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await running.system.db.query(sql, values)).rows as T[];

/** Stands for rows that the main key itself encrypts, in the binding of a data key. */
const MAIN_KEY = Symbol('main key');

/** The data key of a table's rows, the key of a row in its binding if it is not `id`, and the table in it if it is another. */
const TABLES: Record<
  string,
  { subject: string | typeof MAIN_KEY; row?: (row: Row) => string; bound?: string }
> = {
  cases: { subject: 'id' },
  case_entities: { subject: 'case_id', row: ({ case_id, id }) => `${case_id}/${id}` },
  chats: { subject: 'id' },
  // The name is a copy of the sealed name of the chat.
  chat_shares: { subject: 'chat_id', row: ({ chat_id }) => String(chat_id), bound: 'chats' },
  guarded_calls: { subject: 'id' },
  suggestions: { subject: 'id' },
  assistant_versions: {
    subject: 'assistant_id',
    row: ({ assistant_id, version }) => `${assistant_id}:${version}`,
  },
  evaluations: { subject: 'id' },
  evaluation_texts: { subject: 'evaluation_id' },
  batches: { subject: 'id' },
  batch_files: { subject: 'id' },
  batch_lines: { subject: 'batch_id', row: ({ batch_id, number }) => `${batch_id}:${number}` },
  turns: { subject: 'chat_id' },
  // A turn moves between the two tables.
  turn_versions: { subject: 'chat_id', bound: 'turns' },
  documents: { subject: 'id' },
  passage_findings: {
    subject: 'document_id',
    row: ({ document_id, start, variant }) => `${document_id}:${start}:${variant}`,
  },
  jobs: { subject: 'id' },
  webhook_deliveries: { subject: 'subject_id' },
  webhook_secrets: { subject: 'id' },
  organization_webhooks: { subject: 'id' },
  policy_versions: { subject: 'id' },
  second_factors: { subject: 'id' },
  provider_logins: { subject: MAIN_KEY, row: ({ login_id }) => String(login_id) },
};

/** Binary columns without ciphertext, and their content. */
const NOT_SEALED: Record<string, string> = {
  'data_keys.wrapped': 'data keys, wrapped under a main key: the keys of all the others',
  'audit_call_actors.salt': 'random bytes, deleted to forget who caused a call',
  'audit_events.actor_hash': 'SHA-256 over such a salt and a user id',
  'audit_seals.prev': 'SHA-256 over the entries before: auditors compute it without a key',
  'audit_seals.hash': 'SHA-256 over the entry and prev',
};

/** The key that encrypted a value. */
type Key = Pick<DataKey, 'subjectId' | 'open'>;

interface Cell {
  key: Key;
  binding: string;
  sealed: Buffer;
}

/** Returns every value of every binary column of all tables. */
async function sealedCells(): Promise<Cell[]> {
  const [id, key] = running.system.api.env.ENCRYPTION_KEYS!.split(':') as [string, string];
  const keyRing = new KeyRing([{ id, key: createSecretKey(key, 'base64') }]);
  const wrapped = await query<{ subject_id: string; key_id: string; wrapped: Buffer }>(
    'SELECT * FROM data_keys',
  );
  const keys = new Map(
    wrapped.map(({ subject_id: subject, key_id: keyId, wrapped }) => [
      subject,
      new DataKey(subject, keyRing.unwrap({ keyId, wrapped }, subject)),
    ]),
  );
  const mainKey: Key = {
    subjectId: 'main key',
    open: (sealed, binding) => keyRing.open({ keyId: id, sealed }, binding),
  };
  const binary = await query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea'`,
  );
  expect(binary.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(Object.keys(NOT_SEALED)),
  );
  const columns = binary.filter(({ table, column }) => !(`${table}.${column}` in NOT_SEALED));
  expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(Object.keys(TABLES)));
  const cells = columns.map(async ({ table, column }) => {
    const { subject, row = ({ id }: Row) => String(id), bound = table } = TABLES[table]!;
    const rows = await query(`SELECT * FROM ${table} WHERE ${column} IS NOT NULL`);
    expect([table, column, rows.length > 0]).toEqual([table, column, true]);
    return rows.map((values) => ({
      key: subject === MAIN_KEY ? mainKey : keys.get(String(values[subject]))!,
      binding: `${bound}.${column}:${row(values)}`,
      sealed: values[column] as Buffer,
    }));
  });
  return (await Promise.all(cells)).flat();
}

describe('a stored value', () => {
  beforeAll(async () => {
    user = await running.system.user({ role: 'admin' });
    api = new ApiClient(running.system, user);
    [first, second] = [await running.furnish(user), await running.furnish(user)];
    await useCase();
    await runBatch();
    await regenerate();
    await startWithAssistant();
    await makeEvaluation(api);
    await running.system.worker.stop();
    await api.post('job/anonymize', anAnonymization('https://127.0.0.1:9999/hook'));
    await administer();
    await guard();
    await signOn();
  });
  afterAll(() => running.system.worker.start());

  it('decrypts only with its own key and in its own row, column and table [PRIV-7]', async () => {
    const cells = await sealedCells();
    for (const { key, binding, sealed } of cells) {
      expect(() => key.open(sealed, binding)).not.toThrow();
      for (const other of cells) {
        if (other.binding !== binding) expect(() => key.open(sealed, other.binding)).toThrow();
        if (other.key.subjectId !== key.subjectId) expect(() => other.key.open(sealed, binding)).toThrow();
      }
    }
  });

  it('is rejected by the service after a key or a file was replaced by another one', async () => {
    const history = () => api.get(`history/${first.chatId}`);
    expect((await history()).status).toBe(200);
    const swap = (from: string, to: string) =>
      query(
        'UPDATE data_keys SET wrapped = (SELECT wrapped FROM data_keys WHERE subject_id = $1) WHERE subject_id = $2',
        from,
        to,
      );
    const [kept] = await query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM data_keys WHERE subject_id = $1',
      first.chatId,
    );
    await swap(second.chatId, first.chatId);
    expect((await history()).status).toBe(500);
    await query('UPDATE data_keys SET wrapped = $1 WHERE subject_id = $2', kept!.wrapped, first.chatId);

    const files = await localFiles(running.system.dataDir);
    const imageOf = (chatId: string) =>
      join(
        running.system.dataDir,
        'blobs',
        files.find((name) => name.startsWith(`chats/${chatId}/`))!,
      );
    await copyFile(imageOf(second.chatId), imageOf(first.chatId));
    expect((await linked(first.imageUrl)).status).toBe(500);
    expect((await linked(second.imageUrl)).status).toBe(200);
  });

  it('cannot be decrypted after its deletion, since its key is deleted [PRIV-8]', async () => {
    const keyed = async (): Promise<string[]> =>
      (await query<{ id: string }>('SELECT subject_id AS id FROM data_keys')).map(({ id }) => id);
    const loose = await upload(api, 'a.txt', 'Hello');
    expect(await keyed()).toEqual(
      expect.arrayContaining([first.chatId, first.documentId, first.jobId, loose]),
    );
    for (const path of [`delete-session/${first.chatId}`, `upload/${loose}`, `job/${first.jobId}`])
      expect((await api.delete(path)).status).toBe(200);
    const left = await keyed();
    for (const id of [first.chatId, first.documentId, first.jobId, loose]) expect(left).not.toContain(id);
    expect(left).toEqual(expect.arrayContaining([second.chatId, second.documentId, second.jobId]));
  });
});
