import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { readHistory, sendPrompt } from '../../support/chat';
import { Commands } from '../../support/commands';
import { localFiles } from '../../support/local-files';
import { anAnonymization, formOf } from '../../support/jobs';
import { PNG, type Belongings } from '../../support/running-system';
import { useRunningSystem } from './scene';

const running = useRunningSystem();
type Row = Record<string, unknown>;

/** Returns the files of a zip archive by name. */
async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const next = () =>
    new Promise<Entry | undefined>((resolve) => {
      zip.once('entry', resolve).once('end', () => resolve(undefined));
      zip.readEntry();
    });
  for (let entry = await next(); entry; entry = await next()) {
    const { fileName } = entry;
    const content = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry!, (error, stream) => (error ? reject(error) : resolve(stream))),
    );
    files.set(fileName, await buffer(content));
  }
  return files;
}

function expectAll(
  files: Map<string, Buffer>,
  owner: TestUser,
  { chatId, documentId, jobId, ...has }: Belongings,
) {
  const json = (name: string) => JSON.parse(files.get(name)!.toString()) as Record<string, unknown>;
  const turns = json(`chats/${chatId}/chat.json`).turns_newest_first as Record<string, unknown>[];
  const imageId = turns[0]!.id as string;
  expect([...files.keys()].sort()).toEqual(
    [
      'account.json',
      `chats/${chatId}/${imageId}.png`,
      `chats/${chatId}/chat.json`,
      `chats/${chatId}/versions.json`,
      `documents/${documentId}/document.json`,
      `documents/${documentId}/text.txt`,
      `jobs/${jobId}/job.json`,
    ].sort(),
  );
  expect(json('account.json')).toMatchObject({
    user_name: owner.userName,
    organization_id: owner.organizationId,
    role: 'member',
    groups: [],
    api_keys: [],
    model_calls: [{ model: 'test-model', prompt_tokens: 21, completion_tokens: 13 }],
  });
  expect(turns[1]).toMatchObject({ prompt: has.prompt, answer: expect.stringContaining('Hans Müller') });
  expect(turns[1]!.sent_prompt).not.toContain('Müller');
  expect(files.get(`chats/${chatId}/${imageId}.png`)).toEqual(PNG);
  expect(json(`documents/${documentId}/document.json`)).toMatchObject({ file_name: has.fileName });
  expect(files.get(`documents/${documentId}/text.txt`)!.toString()).toBe(
    'The notice period is three months.',
  );
  expect(json(`jobs/${jobId}/job.json`)).toMatchObject({
    status: 'completed',
    result: { anonymized_text: 'Call [NAME_1].' },
  });
}

describe("a user's data:", () => {
  let ada: TestUser;
  let bob: TestUser;
  let adas: Belongings;
  let bobs: Belongings;

  beforeAll(async () => {
    ada = await running.system.user();
    bob = await running.system.user({ organizationId: ada.organizationId });
    [adas, bobs] = [await running.furnish(ada), await running.furnish(bob)];
  });

  const withoutToken = () => new ApiClient(running.system);

  describe('an export', () => {
    /** Returns who exported a user's data, from the audit trail. */
    const exportersOf = async ({ organizationId, id }: TestUser): Promise<string[]> => {
      const { rows } = await running.system.db.query<{ actor: string }>(
        `SELECT DISTINCT actor FROM audit_events
         WHERE action = 'user.export' AND organization_id = $1 AND subject_id = $2`,
        [organizationId, id],
      );
      return rows.map(({ actor }) => actor);
    };

    it('gives a user everything that is stored about them, and no data of others [SEC-29]', async () => {
      const response = await new ApiClient(running.system, ada).get('export');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      expectAll(await unzip(response.bytes), ada, adas);
      expect(await exportersOf(ada)).toEqual(['user']);
    });

    it('has the form that the OpenAPI document shows [PRIV-102]', async () => {
      const { body: document } = await withoutToken().get<{
        paths: Record<string, { get: { description: string } }>;
      }>('/docs-json');
      const { description } = document.paths['/ai/v1/export']!.get;
      const example = JSON.parse(/```json\n([^]*)```/.exec(description)![1]!) as Row;
      const response = await new ApiClient(running.system, ada).get('export');
      const files = await unzip(response.bytes);
      const chat = JSON.parse(files.get(`chats/${adas.chatId}/chat.json`)!.toString()) as Row;
      const keys = (row: Row) => [Object.keys(row), ...(row.turns_newest_first as Row[]).map(Object.keys)];
      expect(keys(chat).slice(0, 2)).toEqual(keys(example));
    });

    it('can be written by an operator to a file that only they can read, and is in the audit trail [PRIV-41]', async () => {
      const file = join(running.system.dataDir, 'bob.zip');
      const args = ['user', 'export', bob.userName, '--out', file, '--json'];
      const said = JSON.parse(await new Commands(running.system).run(args)) as object;
      expect(said).toEqual({ user: bob.id, file, bytes: (await stat(file)).size });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expectAll(await unzip(await readFile(file)), bob, bobs);
      await expect(new Commands(running.system).run(args)).rejects.toThrow('--out names a file that exists');
      expect(await exportersOf(bob)).toEqual(['operator']);
    });

    it('fails instead of omitting data that cannot be decrypted', async () => {
      const { system } = running;
      await system.db.query(`UPDATE turns SET answer = prompt WHERE chat_id = $1`, [bobs.chatId]);
      const response = await new ApiClient(system, bob).send('GET', 'export');
      await expect(response.arrayBuffer()).rejects.toThrow();
    });
  });

  describe('an erasure', () => {
    /** Returns every row of every table as text. */
    const dump = async (): Promise<string> => {
      const { rows } = await running.system.db.query(
        `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('audit_events', 'erasures')`,
      );
      const tables = (rows as { name: string }[]).map(({ name }) =>
        running.system.db.query(`SELECT t::text AS row FROM ${name} t`),
      );
      return JSON.stringify((await Promise.all(tables)).map((table) => table.rows as object[]));
    };

    it('removes a user and all their data, reports the counts, and leaves other users unchanged [SEC-74]', async () => {
      const { system } = running;
      const id = ada.id;
      const api = new ApiClient(system, ada);
      const waiting = await api.post('job/anonymize', anAnonymization('https://127.0.0.1:9999/hook'), {
        'idempotency-key': 'once',
      });
      expect(waiting.status).toBe(202);
      const call = { input_type: 'request', litellm_call_id: 'a-call', texts: ['Mr. Hans Weber called.'] };
      expect((await api.post('litellm/beta/litellm_basic_guardrail_api', call)).status).toBe(200);
      const file = new File(['{}'], 'letters.jsonl');
      const upload = await api.post('openai/v1/files', formOf({ purpose: 'batch', file }));
      expect(upload.status).toBe(200);
      const said = await new Commands(system).json(['user', 'erase', ada.userName]);
      expect(said).toEqual({
        user: id,
        apiKeys: 0,
        assistants: 0,
        batches: 0,
        batchFiles: 1,
        cases: 0,
        caseValues: 0,
        chats: 1,
        guardedCalls: 1,
        turns: 2,
        images: 1,
        documents: 0,
        evaluations: 0,
        jobs: 2,
        deliveries: expect.any(Number),
        idempotencyKeys: 1,
        mappingKeys: 0,
        usageUnlinked: 1,
        callsForgotten: 2,
        users: 1,
        logins: 1,
        refreshTokens: 1,
      });
      const left = await dump();
      for (const value of [id, ada.userName, adas.chatId, adas.documentId, adas.jobId])
        expect(left).not.toContain(value);
      expect(await localFiles(system.dataDir)).toEqual(
        expect.not.arrayContaining([expect.stringMatching(`${adas.chatId}|${adas.documentId}`)]),
      );
      expect((await api.get('history')).status).toBe(401);
      expect((await withoutToken().get(adas.imageUrl)).status).toBe(404);
      const others = new ApiClient(system, bob);
      const usage = await others.post<{ data: { requests: number } }>('get-token-usage', {
        start_date: '2020-01-01T00:00:00Z',
        end_date: '2021-01-01T00:00:00Z',
      });
      expect(usage.status).toBe(200);
      expect((await others.get(`job/${bobs.jobId}/result`)).status).toBe(200);
      const calls = 'SELECT FROM token_usage WHERE organization_id = $1';
      expect(await system.db.query(calls, [ada.organizationId])).toMatchObject({ rowCount: 2 });
    });

    it('is completed by the worker if its command died, and covers data that a request created since [PRIV-23]', async () => {
      const { system } = running;
      const eve = await system.user({ organizationId: ada.organizationId });
      const { chatId } = await running.furnish(eve);
      const id = eve.id;
      await system.db.query(
        `INSERT INTO erasures (user_id, organization_id, due_at) VALUES ($1, $2, now())`,
        [id, eve.organizationId],
      );
      await eventually(async () => expect(await dump()).not.toContain(id));
      expect(await dump()).not.toContain(chatId);
      // A model call that ended after the erasure began.
      const late = new ApiClient(system, bob);
      const { body } = await sendPrompt(late, 'Hello');
      expect((await readHistory(late, body.session_id)).data.prompts).toHaveLength(1);
      await system.db.query('UPDATE chats SET user_id = $1 WHERE id = $2', [id, body.session_id]);
      for (const rounds of [1, 2]) {
        await system.db.query('UPDATE erasures SET due_at = now() WHERE user_id = $1 AND rounds = $2', [
          id,
          rounds,
        ]);
        await eventually(async () => expect(await dump()).not.toContain(body.session_id));
        await eventually(async () =>
          expect((await system.db.query('SELECT FROM erasures WHERE rounds = $1', [rounds])).rows).toEqual(
            [],
          ),
        );
      }
      await eventually(async () =>
        expect((await system.db.query('SELECT FROM erasures WHERE user_id = $1', [id])).rows).toEqual([]),
      );
    });

    it('of an unknown user fails with one line', async () => {
      const refusal = await new Commands(running.system).refusal(['user', 'erase', 'nobody@company.example']);
      expect(refusal).toContain('No user has this name');
    });
  });
});
