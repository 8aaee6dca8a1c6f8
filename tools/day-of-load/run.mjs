/**
 * `node tools/day-of-load/run.mjs --previous IMAGE --next IMAGE [--minutes 20] --out day.json`: a day of load on
 * docker/compose.yaml with two workers and a real Docker engine, compressed into minutes. Meanwhile it kills a worker and
 * PostgreSQL, takes a backup, and upgrades from one image to the next. It fails if anything accepted was lost. Afterwards,
 * `draw.mjs` draws its figure. Requests go to 127.0.0.1 only.
 */
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

process.chdir(resolve(import.meta.dirname, '../..'));
const { values: given } = parseArgs({
  options: {
    previous: { type: 'string' },
    next: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    out: { type: 'string' },
  },
});
if (!given.previous || !given.next || !given.out)
  throw new Error('expected --previous IMAGE, --next IMAGE and --out FILE');

const DAY_S = Number(given.minutes) * 60;
/** Pauses between jobs and between chats. */
const [JOB_EVERY_MS, CHAT_EVERY_MS] = [1_000, 2_000];
const REQUEST_MS = 30_000;
/** The time that accepted jobs have after the load. */
const LAST_JOBS_MS = 10 * 60_000;
const PORTS = { API_PORT: '3900', PROMETHEUS_PORT: '9900', ALERTMANAGER_PORT: '9903' };
const API = `http://127.0.0.1:${PORTS.API_PORT}`;
const PROMETHEUS = `http://127.0.0.1:${PORTS.PROMETHEUS_PORT}`;
const ALERTMANAGER = `http://127.0.0.1:${PORTS.ALERTMANAGER_PORT}`;
const CLI = ['node', 'dist/apps/cli/src/main.js'];

const secret = () => randomBytes(24).toString('hex');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const env = {
  ...process.env,
  ...PORTS,
  POSTGRES_PASSWORD: secret(),
  POSTGRES_APP_PASSWORD: secret(),
  POSTGRES_BACKUP_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  ENCRYPTION_KEYS: `day:${randomBytes(32).toString('base64')}`,
  JWT_KEYS: `day:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
  METRICS_TOKEN: secret(),
  PUBLIC_BASE_URL: API,
  LLM_BASE_URL: 'http://provider:8000/v1',
  LLM_MODELS: 'day',
  DAY_IMAGE: given.previous,
};

const run = promisify(execFile);
const docker = async (...args) => (await run('docker', args, { env, maxBuffer: 64 * 1024 ** 2 })).stdout;
const COMPOSE = [
  'compose',
  '--file=docker/compose.yaml',
  '--file=tools/day-of-load/compose.yaml',
  '--project-name=day-of-load',
];
const compose = (...args) => docker(...COMPOSE, ...args);
const cli = async (...args) => JSON.parse(await compose('exec', '-T', 'api', ...CLI, ...args, '--json'));

let start = Date.now();
const now = () => Math.round((Date.now() - start) / 1_000);
const events = [];
/** Notes what happens, and does it. */
async function event(what, work) {
  const entry = { at: now(), what };
  events.push(entry);
  console.log(`${entry.at} s: ${what}`);
  await work();
  entry.until = now();
}

let token;
async function ask(method, path, body) {
  const response = await fetch(API + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  return {
    status: response.status,
    id: response.headers.get('x-job-id'),
    body: await response.json().catch(() => ({})),
  };
}

/** What was sent: `at` in seconds, `status` 0 if no answer came, and the id of what was accepted. */
const jobs = [];
const chats = [];
async function send(list, work) {
  const entry = { at: now(), status: 0 };
  list.push(entry);
  try {
    Object.assign(entry, await work());
  } catch {
    // No answer: a caller would try again, and so does the next one here.
  }
}
const aJob = (n) => async () => {
  const text = `Case ${n}: call Hans Müller on +49 30 901820 or write to hans.mueller@firma.de.`;
  const { status, id } = await ask('POST', '/ai/v1/job/anonymize', { text, lang: 'en', delivery: 'poll' });
  return { status, id };
};
const aChat = (n) => async () => {
  const prompt = `Write to Anna Schmidt (anna.schmidt@firma.de) about case ${n}.`;
  const wanted = { anonymized: true, choices: ['Names', 'Emails'] };
  const { status, body } = await ask('POST', '/ai/v1/chat', { prompt, lang: 'en', model: 'day', ...wanted });
  return { status, id: body.session_id };
};

const pending = new Set();
function keepSending(list, everyMs, make) {
  let n = 0;
  const timer = setInterval(() => {
    const sent = send(list, make((n += 1))).finally(() => pending.delete(sent));
    pending.add(sent);
  }, everyMs);
  return () => clearInterval(timer);
}

const workers = async () =>
  (await docker('ps', '--filter=name=day-of-load-worker', '--format={{.Names}}')).trim().split('\n').sort();
const at = (share) => pause(Math.max(0, start + share * DAY_S * 1_000 - Date.now()));
const isReady = async () => {
  for (;;) {
    const response = await fetch(`${API}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await pause(500);
  }
};

async function faults() {
  await at(0.15);
  const [killed] = await workers();
  await event('worker killed', () => docker('kill', killed));
  await at(0.3);
  await event('worker started', () => docker('start', killed));
  await at(0.4);
  await event('backup', async () => {
    const into = ['--into=/backups', '--keys-into=/backup-keys', '--json'];
    await compose('run', '--rm', '-T', 'backup', ...CLI, 'backup', 'rotate', ...into);
  });
  await at(0.5);
  await event('PostgreSQL killed', () => compose('kill', 'postgres'));
  await pause(150_000);
  await event('PostgreSQL started', () => compose('start', 'postgres'));
  await at(0.75);
  env.DAY_IMAGE = given.next;
  await event('upgrade', async () => {
    await compose('run', '--rm', '-T', '--no-deps', 'migrate');
    await compose('up', '--detach', '--no-deps', '--scale=worker=2', 'worker');
    await compose('up', '--detach', '--no-deps', 'api');
    await isReady();
  });
}

/** Asks again as long as a limit of requests says so. */
async function read(path) {
  for (;;) {
    const answer = await ask('GET', path);
    if (answer.status !== 429) return answer;
    await pause(2_000);
  }
}

/** Returns what an accepted job came to. */
async function endOf({ id }) {
  const { status, body } = await read(`/ai/v1/job/${id}`);
  return status === 200 ? body.status : `answered ${status}`;
}

async function outcome() {
  const accepted = jobs.filter(({ status }) => status === 202);
  const deadline = Date.now() + LAST_JOBS_MS;
  const left = new Set(accepted);
  while (left.size > 0 && Date.now() < deadline) {
    for (const job of left) {
      job.end = await endOf(job).catch(() => 'no answer');
      if (job.end === 'completed' || job.end === 'failed') left.delete(job);
    }
    if (left.size > 0) await pause(5_000);
  }
  for (const job of accepted.filter(({ end }) => end === 'completed')) {
    const { status, body } = await read(`/ai/v1/job/${job.id}/result`);
    job.result = status === 200 && /\[NAME_1\]/.test(JSON.stringify(body));
  }
  const answered = chats.filter(({ status }) => status === 200);
  for (const chat of answered) chat.kept = (await read(`/ai/v1/history/${chat.id}`)).status === 200;
  return {
    jobs: jobs.length,
    accepted: accepted.length,
    completed: accepted.filter(({ end }) => end === 'completed').length,
    results: accepted.filter(({ result }) => result).length,
    chats: chats.length,
    answered: answered.length,
    kept: answered.filter(({ kept }) => kept).length,
  };
}

const STEP_S = 5;
async function range(query, end) {
  const parameters = new URLSearchParams({ query, start: start / 1_000, end: end / 1_000, step: STEP_S });
  const response = await fetch(`${PROMETHEUS}/api/v1/query_range?${parameters}`);
  const { data } = await response.json();
  return data.result.map(({ metric, values }) => ({
    metric,
    values: values.map(([time, value]) => [Math.round(time - start / 1_000), Number(value)]),
  }));
}

const SERIES = {
  workers: 'count(up{job="privacy-chat-worker"} == 1) or vector(0)',
  postgres: 'min(store_up{store="postgres"})',
  waiting: 'sum(max by (type) (jobs_waiting))',
  oldest: 'max(jobs_oldest_waiting_seconds)',
  alerts: 'ALERTS',
  versions: 'count by (version, commit) (privacy_chat_build_info)',
};

try {
  await compose('up', '--detach', '--wait', '--scale=worker=2', 'api', 'worker');
  await compose('up', '--detach', 'provider', 'prometheus', 'alertmanager');
  await cli('org', 'create', 'Day', '--grant', 'anonymize');
  const password = secret();
  const make = [...CLI, 'user', 'create', 'day@company.example', '--org', 'Day', '--password-stdin'];
  const making = run('docker', [...COMPOSE, 'exec', '-T', 'api', ...make], { env });
  making.child.stdin.end(`${password}\n`);
  await making;
  const login = { userName: 'day@company.example', password };
  token = (await ask('POST', '/idm/v1/auth/login', login)).body.jwtToken;
  const wanted = { name: 'Day', scopes: ['chat', 'anonymize', 'jobs'] };
  token = (await ask('POST', '/idm/v1/keys', wanted)).body.data?.key;
  if (!token) throw new Error('the service made no key');
  for (const [make, expected] of [
    [aJob, 202],
    [aChat, 200],
  ]) {
    const { status } = await make(0)();
    if (status !== expected) throw new Error(`before the load, a request was answered ${status}`);
  }
  await pause(45_000); // Prometheus has found every process.

  start = Date.now();
  const stops = [keepSending(jobs, JOB_EVERY_MS, aJob), keepSending(chats, CHAT_EVERY_MS, aChat)];
  const paged = new Map();
  const watching = setInterval(async () => {
    const list = await fetch(`${ALERTMANAGER}/api/v2/alerts`)
      .then((response) => response.json())
      .catch(() => []);
    for (const { labels, startsAt } of list)
      paged.set(`${labels.alertname} ${labels.job ?? ''}`.trim(), startsAt);
  }, 5_000);
  await Promise.all([faults(), at(1)]);
  for (const stop of stops) stop();
  await Promise.all(pending);
  events.push({ at: now(), what: 'load ends' });
  const counts = await outcome();
  const verified = await compose('exec', '-T', 'api', ...CLI, 'audit', 'verify').then(
    () => true,
    () => false,
  );
  const keysIn = [
    '--volume',
    'day-of-load_backups:/backups',
    '--volume',
    'day-of-load_backup-keys:/backup-keys',
  ];
  const drilled = ['backup', 'drill', '/backups', '--keys', '/backup-keys', '--json'];
  const drill = await compose(
    'run',
    '--rm',
    '-T',
    '--no-deps',
    ...keysIn,
    'migrate',
    ...CLI,
    ...drilled,
  ).then(JSON.parse, ({ stderr = '' }) => ({ error: stderr.trim().split('\n').at(-1) }));
  // Alerts that still fire may clear.
  await pause(60_000);
  clearInterval(watching);
  const end = Date.now();
  const series = Object.fromEntries(
    await Promise.all(Object.entries(SERIES).map(async ([name, query]) => [name, await range(query, end)])),
  );
  const day = {
    made: new Date(start).toISOString(),
    day_s: DAY_S,
    until_s: Math.round((end - start) / 1_000),
    counts: {
      ...counts,
      audit: verified,
      drill: { rows: drill.rows, tables: drill.tables, error: drill.error },
    },
    paged: [...paged.keys()],
    events,
    sent: { jobs, chats: chats.map(({ at: second, status, kept }) => ({ at: second, status, kept })) },
    series,
  };
  writeFileSync(resolve(given.out), JSON.stringify(day));
  console.log(day.counts, day.paged);
  if (
    counts.completed < counts.accepted ||
    counts.results < counts.completed ||
    counts.kept < counts.answered ||
    !verified ||
    drill.error !== undefined ||
    counts.accepted === 0 ||
    counts.answered === 0
  )
    throw new Error('something that was accepted is lost, or nothing was accepted, or a check failed');
} finally {
  if (!process.env.DAY_KEEP) await compose('--profile=*', 'down', '--volumes', '--timeout=5');
}
