/**
 * Measures the cost of encryption at rest and of the audit trail: `npm run bench:encryption`. Compares three services: one as
 * delivered, one without cipher, data keys and trail, and one without the trail's entries on model calls. In each round two
 * services get chats and jobs alternately. Other load on the machine lasts longer than a round and affects both: the cost is
 * the median over the rounds, and the quartiles show its uncertainty. On a busy machine, processor time is more reliable; the
 * database's is that of connections open at the start and at the end. A chat has two turns, so that earlier turns are decrypted.
 */
import { startSystem, startUpstream } from '@app/testing';
import { TEXT } from './jobs/bare';
import { flood, percentile } from './jobs/load';
import { Receiver } from './jobs/receiver';
import { cpuSeconds, processTree } from './processes';

/** Many short rounds, since a chat is fast. */
const CHAT_ROUNDS = Number(process.env.BENCH_CHAT_ROUNDS ?? 40);
const CHATS = Number(process.env.BENCH_CHATS ?? 48);
/** Few long rounds, since jobs run in batches. */
const JOB_ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const JOBS = Number(process.env.BENCH_JOBS ?? 600);
const CLIENTS = 16;
const PROMPT =
  'Dear Mr. Hans Müller, thank you for calling us on +49 30 1234567 yesterday. We have sent the contract to ' +
  'hans.mueller@firma.de and would like to hear from you by Friday at the latest. Best, Eva Schulz';

/** Jobs insert their key rows with their own statement. This trigger drops those rows for the service without encryption. */
const NO_KEY_ROWS = `
  CREATE FUNCTION keep_none() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER keep_none BEFORE INSERT ON data_keys FOR EACH ROW EXECUTE FUNCTION keep_none()`;

type Service = Awaited<ReturnType<typeof startService>>;
const median = (values: readonly number[]): number => percentile(values, 0.5);

/** @param without what a service of the benchmark omits */
async function startService(llmUrl: string, receiver: Receiver, without?: 'all' | 'calls') {
  const scripts = { api: 'test/bench/encryption/api.ts', worker: 'test/bench/encryption/worker.ts' };
  const system = await startSystem(
    {
      NODE_OPTIONS: '--require ./tools/typescript/register.cjs',
      // The page is built next to the compiled programs, but these run from sources.
      CONSOLE: 'off',
      LLM_BASE_URL: llmUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_HOST_CONCURRENCY: '50',
      ...(without && { BENCH_WITHOUT: without }),
    },
    ['api', 'worker'],
    scripts,
  );
  if (without === 'all') await system.db.query(NO_KEY_ROWS);
  const { authorization } = await system.user();
  const job = { text: TEXT, lang: 'en', webhook_url: receiver.url, choices: ['Emails'] };
  const door = { url: system.ai('job/anonymize'), headers: authorization, body: JSON.stringify(job) };

  async function turn(chat_id?: string): Promise<string> {
    const choices = ['Names', 'Emails', 'Phone'];
    const request = { lang: 'eng', model: 'test-model', anonymized: true, choices, prompt: PROMPT, chat_id };
    const headers = { 'content-type': 'application/json', ...authorization };
    const body = JSON.stringify(request);
    const response = await fetch(system.ai('chat'), { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The chat answered ${response.status}`);
    return ((await response.json()) as { session_id: string }).session_id;
  }

  return {
    /** Returns prompts answered per second. */
    chats: async (count: number): Promise<number> => {
      let left = count;
      const client = async (): Promise<void> => {
        while (left-- > 0) await turn(await turn());
      };
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return (count * 2_000) / (performance.now() - startedAt);
    },
    /** Returns jobs per second, from the first submission to the last webhook. */
    jobs: async (count: number): Promise<number> => {
      receiver.forget();
      const startedAt = performance.now();
      await flood(door, count, CLIENTS);
      return (count * 1_000) / ((await receiver.until(count)) - startedAt);
    },
    /** Returns the processor time in seconds that api, worker and database processes have used. */
    cpu: async (): Promise<number> => {
      const { rows } = await system.db.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const programs = [system.api.pid, system.worker.pid].flatMap(processTree);
      return cpuSeconds([...programs, ...rows.map(({ pid }) => pid)]);
    },
    /** Returns the numbers of data keys and entries, as evidence that one service has them and the other does not. */
    evidence: async (): Promise<string> => {
      const { rows } = await system.db.query<{ keys: number; entries: number }>(
        'SELECT (SELECT count(*)::int FROM data_keys) AS keys, (SELECT count(*)::int FROM audit_events) AS entries',
      );
      return `${rows[0]!.keys} data keys, ${rows[0]!.entries} audit entries`;
    },
    stop: () => system.stop(),
  };
}

async function main(): Promise<void> {
  const upstream = await startUpstream();
  // The other service is idle meanwhile, and must not reuse a connection that was closed during that time.
  upstream.intercept = (_, response) => {
    response.setHeader('connection', 'close');
    return false;
  };
  const receiver = new Receiver();
  await receiver.start();
  const services = {
    plain: await startService(upstream.baseUrl, receiver, 'all'),
    untold: await startService(upstream.baseUrl, receiver, 'calls'),
    protected: await startService(upstream.baseUrl, receiver),
  };
  try {
    const { plain, untold } = services;
    const chats = (service: Service): Promise<number> => service.chats(CHATS);
    const all = 'encryption and audit trail';
    await compare('chat turns, entries on calls of models', [untold, services.protected], CHAT_ROUNDS, chats);
    await compare(`chat turns, ${all}`, [plain, services.protected], CHAT_ROUNDS, chats);
    await compare(`jobs, ${all}`, [plain, services.protected], JOB_ROUNDS, (service) => service.jobs(JOBS));
    console.log(`protected: ${await services.protected.evidence()}`);
    console.log(`plain:     ${await services.plain.evidence()}`);
  } finally {
    await Promise.all(Object.values(services).map((service) => service.stop()));
    await upstream.stop();
    receiver.stop();
  }
}

/** Alternates which service is first in a round. The first rounds warm up and do not count. */
async function compare(
  what: string,
  [without, complete]: readonly [Service, Service],
  rounds: number,
  measure: (service: Service) => Promise<number>,
): Promise<void> {
  const rates = { without: [] as number[], complete: [] as number[] };
  const warmUp = Math.ceil(rounds / 10);
  let used = [0, 0];
  const cpu = (): Promise<number[]> => Promise.all([without.cpu(), complete.cpu()]);
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round === 0) used = await cpu();
    const order = round % 2 === 0 ? (['without', 'complete'] as const) : (['complete', 'without'] as const);
    for (const name of order) {
      const rate = await measure(name === 'without' ? without : complete);
      if (round >= 0) rates[name].push(rate);
    }
  }
  const costs = rates.without.map((rate, round) => 1 - rates.complete[round]! / rate);
  const [less = 0, more = 0] = (await cpu()).map((seconds, i) => seconds - used[i]!);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(
    `${what}: ${median(rates.without).toFixed(0)}/s without, ${median(rates.complete).toFixed(0)}/s with: ` +
      `cost ${percent(median(costs))}, in the middle half of ${rounds} rounds ` +
      `${percent(percentile(costs, 0.25))} to ${percent(percentile(costs, 0.75))}; ` +
      `processor time ${less.toFixed(1)} s without, ${more.toFixed(1)} s with: ${percent(1 - less / more)}`,
  );
}

void main();
