import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { eventually, startSystem, startUpstream, type TestSystem, type Upstream } from '@app/testing';
import { ApiClient } from '../support/api-client';

/** As many as a batch may have. */
const LINES = Number(process.env.BATCH_LINES ?? 50_000);
const PEOPLE = LINES * 0.4;
/** The most memory of the worker, with its models and the values of the batch. */
const MOST_MEMORY_MIB = 1_200;

const CHAT = '/v1/chat/completions';
const SYLLABLES = ['ba', 'ken', 'lor', 'mi', 'rus', 'ta', 'vol', 'zan', 'der', 'hof', 'sten', 'berg'];
const syllable = (n: number): string => SYLLABLES[Math.floor(n) % 12]!;
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const GIVEN = ['Anna', 'Hans', 'Petra', 'Klaus', 'Maria', 'Peter', 'Sabine', 'Thomas'];
const familyOf = (n: number): string => title([n, n / 12, n / 144, n / 1_728].map(syllable).join(''));
/** Each person is in two or three lines. */
const emailOf = (n: number): string => `${familyOf(n % PEOPLE).toLowerCase()}${n % PEOPLE}@firma.de`;
const textOf = (n: number): string =>
  `Please write to Mr. ${GIVEN[n % 8]} ${familyOf(n % PEOPLE)} (${emailOf(n)}) about the delivery.`;

const lineOf = (n: number): string =>
  JSON.stringify({
    custom_id: `for ${emailOf(n)}, ${n}`,
    method: 'POST',
    url: CHAT,
    body: { model: 'test-model', max_tokens: 20, messages: [{ role: 'user', content: textOf(n) }] },
  });

const said = (text: string): void => void process.stderr.write(`large batch: ${text}\n`);

jest.setTimeout(3_000_000);

describe('a batch with as many lines as possible', () => {
  let system: TestSystem;
  let upstream: Upstream;
  let client: OpenAI;
  let peakMib = 0;
  let watch: NodeJS.Timeout;

  beforeAll(async () => {
    upstream = await startUpstream();
    system = await startSystem({ LLM_BASE_URL: upstream.baseUrl, RATE_LIMITS: 'off' });
    const user = await system.user({ role: 'admin' });
    const body = { provider_storage: true };
    await new ApiClient(system, user).call('PUT', '/admin/v1/policy', {
      body,
      headers: { 'if-match': '"0"' },
    });
    client = new OpenAI({
      apiKey: user.authorization.authorization!.replace('Bearer ', ''),
      baseURL: system.ai('openai/v1'),
      maxRetries: 0,
    });
    upstream.batches.next = 'in_progress';
    watch = setInterval(() => (peakMib = Math.max(peakMib, memoryOf(system.worker.pid))), 250);
  });
  afterAll(async () => {
    clearInterval(watch);
    await system?.stop();
    await upstream?.stop();
  });

  const count = async (sql: string): Promise<number> =>
    Number((await system.db.query<{ count: string }>(`SELECT count(*) FROM ${sql}`)).rows[0]!.count);

  /** Kills the worker, and starts another one, as if the lease of the first one had ended. */
  async function killWorker(): Promise<void> {
    await system.worker.stop('SIGKILL');
    await system.db.query('UPDATE batches SET due_at = now() WHERE due_at IS NOT NULL');
    await system.worker.start();
  }

  async function reached(id: string, status: OpenAI.Batch['status']): Promise<number> {
    const begun = performance.now();
    await eventually(async () => {
      const batch = await client.batches.retrieve(id);
      expect(batch.errors ?? null).toBeNull();
      expect(batch.status).toBe(status);
    }, 1_500_000);
    return (performance.now() - begun) / 1_000;
  }

  it('is hidden, sent once and restored completely, although its worker is killed three times', async () => {
    const content = Array.from({ length: LINES }, (_, n) => `${lineOf(n)}\n`).join('');
    const file = await client.files.create({ file: new File([content], 'lines.jsonl'), purpose: 'batch' });
    const { id } = await client.batches.create({
      input_file_id: file.id,
      endpoint: CHAT,
      completion_window: '24h',
    });
    // While it is hidden.
    await eventually(async () => expect(await count('batch_lines')).toBeGreaterThan(1_000), 120_000);
    await killWorker();
    const hiding = await reached(id, 'in_progress');
    const hiddenMib = peakMib;
    const [sent] = [...upstream.batches.files.values()];
    expect(sent!.match(/@firma\.de/g)).toBeNull();
    expect(sent!.trim().split('\n')).toHaveLength(LINES);
    // While the provider works on it.
    await killWorker();
    upstream.batches.next = 'completed';
    // While its results are collected.
    await system.db.query('UPDATE batches SET due_at = now() WHERE due_at IS NOT NULL');
    await eventually(async () => expect(await count('batch_files WHERE bytes IS NULL')).toBe(1), 60_000);
    await killWorker();
    const collecting = await reached(id, 'completed');
    const done = await client.batches.retrieve(id);
    expect(done.request_counts).toEqual({ total: LINES, completed: LINES, failed: 0 });
    expect(done.error_file_id).toBeNull();
    expect(upstream.batches.batches.size).toBe(1);
    await eventually(async () => expect(upstream.batches.files.size).toBe(0));
    expect(await count('batch_files')).toBe(2);

    const begun = performance.now();
    const results = await (await client.files.content(done.output_file_id!)).text();
    const download = (performance.now() - begun) / 1_000;
    const lines = results.trim().split('\n');
    const answers = new Map(
      lines
        .map((line) => JSON.parse(line) as { custom_id: string; response: { body: OpenAI.ChatCompletion } })
        .map(({ custom_id, response }) => [custom_id, response.body.choices[0]!.message.content]),
    );
    expect(lines).toHaveLength(LINES);
    expect(answers.size).toBe(LINES);
    const wrong = Array.from({ length: LINES }, (_, n) => n).filter(
      (n) => answers.get(`for ${emailOf(n)}, ${n}`) !== `You said: ${textOf(n)}`,
    );
    expect(wrong.map(textOf).slice(0, 10)).toEqual([]);
    said(
      `${LINES} lines hidden in ${hiding.toFixed(0)} s (at most ${hiddenMib.toFixed(0)} MiB in the worker), ` +
        `collected and restored in ${collecting.toFixed(0)} s (${peakMib.toFixed(0)} MiB), ` +
        `downloaded in ${download.toFixed(0)} s`,
    );
    expect(peakMib).toBeLessThan(MOST_MEMORY_MIB);
  });
});

/** Returns the resident memory of a process in MiB, or 0 if it has ended. */
function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
