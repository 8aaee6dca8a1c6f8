import OpenAI, { toFile } from 'openai';
import { eventually } from '@app/testing';
import { form, readDocument } from '../../contract/open-api';
import { ApiClient } from '../../support/api-client';
import { useApiAndWorker } from './scene';

const scene = useApiAndWorker();
const CHAT = '/v1/chat/completions';
const PEOPLE = ['Mr. Hans Weber', 'Mrs. Anna Schmidt'];

let api: ApiClient;
let client: OpenAI;

const lineOf = (person: string): string =>
  JSON.stringify({
    custom_id: `letter to ${person}`,
    method: 'POST',
    url: CHAT,
    body: { model: 'test-model', messages: [{ role: 'user', content: `Write to ${person}.` }] },
  });

async function aBatch(lines: readonly string[]): Promise<OpenAI.Batch> {
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const file = await client.files.create({ file: await toFile(content, 'letters.jsonl'), purpose: 'batch' });
  return client.batches.create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' });
}

const ended = (id: string, status: string): Promise<OpenAI.Batch> =>
  eventually(async () => {
    const batch = await client.batches.retrieve(id);
    expect(batch.status).toBe(status);
    return batch;
  }, 60_000);

describe("a batch of OpenAI's client", () => {
  beforeAll(async () => {
    const user = await scene.system.user({ role: 'admin' });
    api = new ApiClient(scene.system, user);
    const body = { provider_storage: true };
    await api.call('PUT', '/admin/v1/policy', { body, headers: { 'if-match': '"0"' } });
    client = new OpenAI({
      apiKey: user.authorization.authorization!.replace('Bearer ', ''),
      baseURL: scene.system.ai('openai/v1'),
      maxRetries: 0,
    });
  });
  beforeEach(() => {
    scene.upstream.batches.next = 'completed';
    scene.upstream.requests.length = 0;
  });

  it('is hidden from the provider, and its results are restored', async () => {
    const { id } = await aBatch(PEOPLE.map(lineOf));
    const { output_file_id: output } = await ended(id, 'completed');
    const results = (await (await client.files.content(output!)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { custom_id: string; response: { body: OpenAI.ChatCompletion } });
    expect(
      results.map(({ custom_id, response }) => [custom_id, response.body.choices[0]!.message.content]).sort(),
    ).toEqual(PEOPLE.map((person) => [`letter to ${person}`, `You said: Write to ${person}.`]).sort());
    const sent = scene.upstream.requests.map(({ raw }) => raw).join('\n');
    expect(sent).not.toMatch(/Weber|Schmidt/);
    await eventually(async () => expect(scene.upstream.batches.files.size).toBe(0));
    const deleted = await client.files.delete(output!);
    expect(deleted).toEqual({ id: output, object: 'file', deleted: true });
  });

  it('is cancelled', async () => {
    scene.upstream.batches.next = 'in_progress';
    const { id } = await aBatch([lineOf(PEOPLE[0]!)]);
    await client.batches.cancel(id);
    await ended(id, 'cancelled');
  });

  it('answers as the OpenAPI document shows', async () => {
    const operations = await readDocument((path) => api.call('GET', path));
    const shown = (name: string, status = 200) =>
      form(operations.find((one) => one.name === `${name}`)!.shown(status));
    const { usage: _usage, ...batch } = (await aBatch([lineOf(PEOPLE[0]!)])) as OpenAI.Batch;
    const keys = (value: unknown): string[] => Object.keys(value as object).sort();
    expect(keys(batch)).toEqual(keys(shown('POST /ai/v1/openai/v1/batches')));
    const done = await ended(batch.id, 'completed');
    expect(keys(done)).toEqual([...keys(shown('GET /ai/v1/openai/v1/batches/{batch_id}')), 'usage'].sort());
    const list = await api.get<object>('openai/v1/batches');
    expect(keys(list.body)).toEqual(keys(shown('GET /ai/v1/openai/v1/batches')));
    const again = await api.post<object>(`openai/v1/batches/${batch.id}/cancel`, {});
    expect([again.status, form(again.body)]).toEqual([
      409,
      shown('POST /ai/v1/openai/v1/batches/{batch_id}/cancel', 409),
    ]);
    const unknown = await api.post<object>('openai/v1/batches', {
      input_file_id: 'file-019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10',
      endpoint: CHAT,
      completion_window: '24h',
    });
    expect([unknown.status, form(unknown.body)]).toEqual([404, shown('POST /ai/v1/openai/v1/batches', 404)]);
  });
});
