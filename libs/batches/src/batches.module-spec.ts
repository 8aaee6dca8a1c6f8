import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Budgets } from '@app/budgets';
import { newId, type Caller } from '@app/common';
import { PolicyModule, SetPolicy } from '@app/policy';
import { knownDetector, startContext, startUpstream, type ServiceContext, type Upstream } from '@app/testing';
import { LONGEST_MS } from './batch';
import { BatchFilesStore } from './batch-files.store';
import { BatchesModule, BatchRunnerModule } from './batches.module';
import { DeleteBatches } from './delete-batches';
import { FollowBatches } from './follow-batches';
import { OwnBatches } from './own-batches';
import { OwnBatchFiles } from './own-batch-files';
import { UploadBatchFile } from './upload-batch-file';

const NAMES = ['Hans Müller', 'Anna Schmidt'];
const PLANTED = /Müller|Schmidt/;
const CHAT = '/v1/chat/completions';
const EMBEDDINGS = '/v1/embeddings';
/** The protocols of providers without batches. Each offers a model with its name. */
const OTHERS = ['azure-openai', 'anthropic', 'gemini'] as const;
const detector = knownDetector(NAMES);
const signal = new AbortController().signal;

interface Shown {
  id: string;
  status: string;
  output_file_id: string | null;
  error_file_id: string | null;
  errors: { data: { code: string; message: string; line: number | null; param: string | null }[] } | null;
  request_counts: object;
  usage?: { total_tokens: number };
  metadata: object | null;
}

let context: ServiceContext;
let upstream: Upstream;

const providersOf = (baseUrl: string): object[] => [
  ...OTHERS.map((protocol) => ({
    name: protocol,
    protocol,
    base_url: `https://${protocol}.example/v1`,
    models: [{ id: protocol }],
  })),
  { name: 'own', protocol: 'openai', base_url: baseUrl, models: [{ id: 'test-model' }] },
];

beforeAll(async () => {
  upstream = await startUpstream();
  context = await startContext(
    [BatchesModule, BatchRunnerModule, PolicyModule],
    { PROVIDERS: JSON.stringify({ providers: providersOf(upstream.baseUrl) }), EMBEDDINGS: 'pseudonyms' },
    { detector },
  );
});
afterAll(async () => {
  await context?.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.batches.next = 'completed';
  upstream.intercept = undefined;
  upstream.answer = (lastMessage) => `You said: ${lastMessage}`;
});

const lineOf = (customId: string, content: string, more: object = {}): string =>
  JSON.stringify({
    custom_id: customId,
    method: 'POST',
    url: CHAT,
    body: { model: 'test-model', max_tokens: 10, messages: [{ role: 'user', content }] },
    ...more,
  });

/** Creates a user of a new organization that allows batches. */
async function aCaller(provider_storage = true): Promise<Caller> {
  const caller = { userId: newId(), organizationId: newId(), groups: [] };
  const { organizationId: id, userId } = caller;
  await context.db.query(
    `INSERT INTO organizations (id, name, active, grants, budgeted) VALUES ($1, $2, true, '{}', true)`,
    [id, id],
  );
  await context.db.query(
    'INSERT INTO users (id, organization_id, user_name, login_name, active) VALUES ($1, $2, $3, $3, true)',
    [userId, id, userId],
  );
  await context.get(SetPolicy).execute(id, { provider_storage }, 0);
  return caller;
}

const upload = (caller: Caller, lines: readonly string[]) =>
  context.get(UploadBatchFile).execute(caller, {
    name: 'Letter to Anna Schmidt.jsonl',
    content: Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(''))]),
    signal,
  });

async function aBatch(caller: Caller, lines: readonly string[], more: object = {}): Promise<Shown> {
  const { id } = await upload(caller, lines);
  const asked = { input_file_id: `file-${id}`, endpoint: CHAT, completion_window: '24h', ...more };
  return (await context.get(OwnBatches).create(caller, asked, { style: 'placeholders' })) as Shown;
}

/** Lets a worker continue everything that is not at its end, as if its time had come. */
async function work(): Promise<void> {
  await context.db.query(`UPDATE batches SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL`);
  await context.get(FollowBatches).execute(signal);
}

const read = async (caller: Caller, id: string) => (await context.get(OwnBatches).read(caller, id)) as Shown;
const contentOf = async (caller: Caller, id: string | null) =>
  (await text(await context.get(OwnBatchFiles).content(caller, id!)))
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { custom_id: string; response: { body: object } | null; error: object },
    );
const count = async (table: string, caller: Caller): Promise<number> => {
  const { rows } = await context.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [caller.userId]);
  return rows.length;
};
const sent = (): string => upstream.requests.map(({ raw }) => raw).join('\n');

describe('a batch', () => {
  it('is hidden, sent, collected, counted and restored, and nothing is left at the provider [SEC-130]', async () => {
    const caller = await aCaller();
    const lines = [
      lineOf('to Anna Schmidt', 'Dear Anna Schmidt'),
      lineOf('2', 'Hans Müller and Anna Schmidt'),
    ];
    const { id, status } = await aBatch(caller, lines, { metadata: { for: 'Anna Schmidt' } });
    expect(status).toBe('validating');
    upstream.batches.next = 'in_progress';
    await work();
    await work();
    expect(await read(caller, id)).toMatchObject({
      status: 'in_progress',
      request_counts: { total: 2, completed: 0, failed: 0 },
    });
    upstream.batches.next = 'completed';
    await work();
    const done = await read(caller, id);
    expect(done).toMatchObject({
      status: 'completed',
      errors: null,
      error_file_id: null,
      request_counts: { total: 2, completed: 2, failed: 0 },
      usage: { total_tokens: 68 },
      metadata: { for: 'Anna Schmidt' },
    });
    expect(sent()).not.toMatch(PLANTED);
    expect(sent()).toContain('Dear [NAME_1]');
    expect(sent()).toContain('[NAME_2] and [NAME_1]');
    const results = await contentOf(caller, done.output_file_id);
    expect(results).toMatchObject([
      {
        custom_id: '2',
        response: { body: { choices: [{ message: { content: 'You said: Hans Müller and Anna Schmidt' } }] } },
      },
      {
        custom_id: 'to Anna Schmidt',
        response: { body: { choices: [{ message: { content: 'You said: Dear Anna Schmidt' } }] } },
      },
    ]);
    expect(upstream.batches.files.size).toBe(0);
    expect((await context.db.query('SELECT FROM provider_removals')).rowCount).toBe(0);
    expect((await context.db.query('SELECT FROM batch_lines')).rowCount).toBe(0);
    expect((await context.db.query('SELECT FROM batches WHERE sealed_table IS NOT NULL')).rowCount).toBe(0);
    const { rows: used } = await context.db.query(
      'SELECT prompt_tokens + completion_tokens AS tokens FROM token_usage WHERE user_id = $1',
      [caller.userId],
    );
    expect(used).toEqual([{ tokens: 68 }]);
  });

  it('belongs to its user', async () => {
    const [caller, another] = [await aCaller(), await aCaller()];
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    const { files } = await context.get(OwnBatchFiles).list(caller, { limit: 10, order: 'desc' });
    for (const stranger of [another, { ...caller, userId: another.userId }]) {
      await expect(read(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(context.get(OwnBatches).cancel(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(context.get(OwnBatchFiles).content(stranger, files[0]!.id)).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(context.get(OwnBatchFiles).delete(stranger, files[0]!.id)).rejects.toMatchObject({
        code: 'not_found',
      });
      expect((await context.get(OwnBatchFiles).list(stranger, { limit: 10, order: 'desc' })).files).toEqual(
        [],
      );
      expect((await context.get(OwnBatches).list(stranger, { limit: 10, order: 'desc' })).batches).toEqual(
        [],
      );
    }
    await work();
    await work();
  });

  it('is refused if the policy does not allow storage at the provider, also after it was created [SEC-129]', async () => {
    const [without, caller] = [await aCaller(false), await aCaller()];
    await expect(aBatch(without, [lineOf('1', 'Hello')])).rejects.toMatchObject({
      code: 'provider_storage_off',
    });
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    await context.get(SetPolicy).execute(caller.organizationId, {}, 1);
    await work();
    expect(await read(caller, id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'provider_storage_off', line: 1 }] },
    });
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each(OTHERS)('is refused if only a provider with the protocol %s has its model', async (model) => {
    const caller = await aCaller();
    const lines = [
      '',
      lineOf('1', 'Hello', { body: { model, messages: [{ role: 'user', content: 'Hello' }] } }),
    ];
    await expect(aBatch(caller, lines)).rejects.toMatchObject({
      code: 'not_supported',
      message: `The provider of ${model} accepts no batches: only providers with OpenAI's protocol do`,
    });
    expect(await count('batches', caller)).toBe(0);
  });

  it('of embeddings has pseudonyms, and the vectors that the provider returned', async () => {
    const caller = await aCaller();
    const embedding = (id: string, input: string | string[]): string =>
      lineOf(id, '', { url: EMBEDDINGS, body: { model: 'test-model', input } });
    const lines = [embedding('Anna Schmidt', ['Anna Schmidt', 'Hello']), embedding('2', 'Dear Anna Schmidt')];
    const { id } = await aBatch(caller, lines, { endpoint: EMBEDDINGS });
    await work();
    await work();
    const done = await read(caller, id);
    expect(done).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 2, failed: 0 },
      usage: { total_tokens: 42 },
    });
    expect(sent()).not.toMatch(PLANTED);
    const name = '[NAME_2345672345672] [NAME_2345672345672]';
    expect(sent()).toMatch(/"\[NAME_[A-Z2-7]{13}\] \[NAME_[A-Z2-7]{13}\]"/);
    expect(await contentOf(caller, done.output_file_id)).toMatchObject([
      { custom_id: '2', response: { body: { data: [{ embedding: [`Dear ${name}`.length] }] } } },
      {
        custom_id: 'Anna Schmidt',
        response: { body: { data: [{ embedding: [name.length] }, { embedding: ['Hello'.length] }] } },
      },
    ]);
  });

  it.each<[string, string[], { code?: string; line: number; param: string | null }]>([
    ['is not JSON', [lineOf('1', 'a'), '{'], { line: 2, param: null }],
    ['has the id of another one', [lineOf('1', 'a'), '', lineOf('1', 'b')], { line: 3, param: 'custom_id' }],
    ['calls another endpoint', [lineOf('1', 'a', { url: '/v1/embeddings' })], { line: 1, param: 'url' }],
    [
      'has an invalid body',
      [lineOf('1', 'a', { body: { model: 'test-model' } })],
      { line: 1, param: 'messages' },
    ],
    [
      'names another model',
      [lineOf('1', 'a'), lineOf('2', 'b', { body: { model: 'other', messages: [] } })],
      { line: 2, param: 'body.model' },
    ],
    [
      'names an unknown model',
      [lineOf('1', 'a', { body: { model: 'unknown', messages: [] } })],
      { line: 1, param: 'model' },
    ],
    ['is too long', [lineOf('1', 'a'.repeat(1024 ** 2))], { line: 1, param: null }],
  ])('fails with the number of a line that %s', async (_, lines, fault) => {
    const caller = await aCaller();
    const { id } = await aBatch(caller, lines);
    await work();
    const { status, errors } = await read(caller, id);
    expect(status).toBe('failed');
    expect(errors!.data).toMatchObject([{ code: 'bad_request', ...fault }]);
    expect(errors!.data[0]!.message).toMatch(new RegExp(`^line ${fault.line}`));
    expect(upstream.requests.filter(({ path }) => path.endsWith('/files'))).toEqual([]);
  });

  it('has the failed requests in a file without the words of the provider', async () => {
    const caller = await aCaller();
    const { id } = await aBatch(caller, [lineOf('1', 'one'), lineOf('2', 'two Anna Schmidt')]);
    upstream.batches.fails = ({ body }) => JSON.stringify(body).includes('two');
    await work();
    await work();
    upstream.batches.fails = () => false;
    const done = await read(caller, id);
    expect(done).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 1, failed: 1 },
    });
    expect(await contentOf(caller, done.error_file_id)).toEqual([
      {
        id: 'batch_req_2',
        custom_id: '2',
        response: null,
        error: { code: 'provider_failed', message: 'The model did not answer this request' },
      },
    ]);
  });

  it('has one result for each request, whatever the provider returns', async () => {
    const caller = await aCaller();
    const { id } = await aBatch(caller, [lineOf('1', 'one'), lineOf('2', 'two'), lineOf('3', 'three')]);
    await work();
    const answer = (number: number, choices: unknown = [{ message: { content: 'once' } }]): string =>
      JSON.stringify({
        custom_id: `request-${number}`,
        response: { status_code: 200, body: { choices } },
      });
    upstream.intercept = ({ path }, response) => {
      if (!path.endsWith('/content')) return false;
      for (const line of [answer(1), answer(1), answer(4), '{', '"request-1"', '', answer(2, 'none')])
        response.write(`${line}\n`);
      response.write(Buffer.from([0xff, 0x0a]));
      response.end(answer(3, 'x'.repeat(41 * 1024 ** 2)));
      return true;
    };
    await work();
    const done = await read(caller, id);
    expect(done).toMatchObject({
      status: 'completed',
      request_counts: { total: 3, completed: 1, failed: 2 },
    });
    expect(await contentOf(caller, done.output_file_id)).toMatchObject([
      { custom_id: '1', response: { body: { choices: [{ message: { content: 'once' } }] } } },
      { custom_id: '2', response: null, error: { code: 'provider_failed' } },
    ]);
    expect(await contentOf(caller, done.error_file_id)).toMatchObject([
      { custom_id: '3', response: null, error: { code: 'provider_failed' } },
    ]);
  });

  it('is sent once, if the answer of the provider to its beginning is lost', async () => {
    const caller = await aCaller();
    const before = upstream.batches.batches.size;
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    upstream.intercept = async (request, response) => {
      if (request.method !== 'POST' || !request.path.endsWith('/batches')) return false;
      await upstream.batches.handle(request);
      response.destroy();
      return true;
    };
    await work();
    upstream.intercept = undefined;
    expect(await read(caller, id)).toMatchObject({ status: 'validating' });
    await work();
    await work();
    expect(await read(caller, id)).toMatchObject({ status: 'completed' });
    expect(upstream.batches.batches.size).toBe(before + 1);
    expect(upstream.requests.filter(({ form }) => form)).toHaveLength(1);
    expect(upstream.batches.files.size).toBe(0);
  });

  it('has no file with results that a worker left incomplete', async () => {
    const caller = await aCaller();
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    await work();
    await context.get(BatchFilesStore).create(caller, 'left.jsonl', new Date(), id.replace('batch_', ''));
    await work();
    // The input and the output.
    expect(await count('batch_files', caller)).toBe(2);
  });

  it('is cancelled before it is sent, and at the provider', async () => {
    const caller = await aCaller();
    const early = await aBatch(caller, [lineOf('1', 'Hello')]);
    expect(await context.get(OwnBatches).cancel(caller, early.id)).toMatchObject({ status: 'cancelling' });
    const late = await aBatch(caller, [lineOf('1', 'Hello')]);
    upstream.batches.next = 'in_progress';
    await work();
    expect(await read(caller, early.id)).toMatchObject({ status: 'cancelled' });
    expect(await context.get(OwnBatches).cancel(caller, late.id)).toMatchObject({ status: 'cancelling' });
    await work();
    expect(await read(caller, late.id)).toMatchObject({ status: 'cancelling' });
    await work();
    expect(await read(caller, late.id)).toMatchObject({ status: 'cancelled' });
    await expect(context.get(OwnBatches).cancel(caller, late.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(upstream.batches.files.size).toBe(0);
  });

  it('keeps its reservation until it ends, and releases it if it fails', async () => {
    const caller = await aCaller();
    const { organizationId, userId } = caller;
    await context
      .get(Budgets)
      .set({ organizationId, kind: 'user', subjectId: userId }, { unit: 'tokens', hard: 1_000 });
    upstream.batches.next = 'in_progress';
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    await work();
    const { rows } = await context.db.query<{ lasts: boolean }>(
      `SELECT expires_at BETWEEN now() + interval '47 hours' AND now() + make_interval(secs => $2) AS lasts
       FROM budget_reservations WHERE user_id = $1`,
      [userId, LONGEST_MS / 1_000],
    );
    expect(rows).toEqual([{ lasts: true }]);
    const tooLarge = await aBatch(caller, [lineOf('1', 'word '.repeat(2_000))]);
    await work();
    expect(await read(caller, tooLarge.id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'budget_exceeded' }] },
    });
    upstream.batches.next = 'failed';
    await work();
    expect(await read(caller, id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'provider_failed', message: 'The provider refused the batch' }] },
    });
    expect(await count('budget_reservations', caller)).toBe(0);
  });

  it('is tried again if the provider cannot be reached, and expires after 48 hours', async () => {
    const caller = await aCaller();
    const { organizationId, userId: subjectId } = caller;
    await context
      .get(Budgets)
      .set({ organizationId, kind: 'user', subjectId }, { unit: 'tokens', hard: 1_000 });
    const { id } = await aBatch(caller, [lineOf('1', 'Hello')]);
    upstream.intercept = (request, response) => {
      if (request.path.endsWith('/models')) return false;
      response.writeHead(503).end();
      return true;
    };
    await work();
    expect(await read(caller, id)).toMatchObject({ status: 'validating' });
    await work();
    // It is hidden and reserved once.
    expect(await count('budget_reservations', caller)).toBe(1);
    await context.db.query(
      `UPDATE batches SET created_at = created_at - interval '49 hours' WHERE user_id = $1`,
      [caller.userId],
    );
    await work();
    expect(await read(caller, id)).toMatchObject({ status: 'expired' });
    upstream.intercept = undefined;
  });

  it('is deleted with its last result, and at the provider if its user is erased [SEC-131]', async () => {
    const caller = await aCaller();
    const { id } = await aBatch(caller, [lineOf('1', 'Dear Anna Schmidt')]);
    await work();
    await work();
    const { output_file_id: output } = await read(caller, id);
    await context.get(OwnBatchFiles).delete(caller, output!);
    const lines = await context.db.query(
      'SELECT FROM batch_lines JOIN batches ON batches.id = batch_id WHERE user_id = $1',
      [caller.userId],
    );
    expect(lines.rowCount).toBe(0);
    expect(await read(caller, id)).toMatchObject({ status: 'completed', metadata: null });
    upstream.batches.next = 'in_progress';
    await aBatch(caller, [lineOf('1', 'Hello')]);
    await work();
    expect(upstream.batches.files.size).toBe(1);
    expect(await context.get(DeleteBatches).all(caller)).toEqual({ batches: 2, batchFiles: 2 });
    for (const table of ['batches', 'batch_files']) expect(await count(table, caller)).toBe(0);
    await work();
    await context.db.query(`UPDATE provider_removals SET due_at = now() - interval '1 s'`);
    await work();
    expect(upstream.batches.files.size).toBe(0);
    expect([...upstream.batches.batches.values()].at(-1)).toMatchObject({ status: 'cancelled' });
  });
});
