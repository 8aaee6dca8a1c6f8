/**
 * Runs in a pod of the cluster: sends chats and jobs through the Service until its input ends, each on a new connection.
 * Then waits for the jobs, and prints what came of everything as JSON. The first line of its input is the login.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const API = 'http://chat-privacy-chat.chat';
const EVERY_MS = 1_000;
const REQUEST_MS = 30_000;
/** Longer than the lease of a job, which another worker waits for if a worker dies. */
const LAST_JOBS_MS = 3 * 60_000;

let token;
async function ask(method, path, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const options = { method, headers, agent: false, signal: AbortSignal.timeout(REQUEST_MS) };
  const sent = request(API + path, options);
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  sent.on('error', () => undefined); // The response fails too.
  const text = (await response.toArray()).join('');
  const { statusCode: status, headers: received } = response;
  return { status, job: received['x-job-id'], body: text ? JSON.parse(text) : {} };
}

/** The requests with another answer than the expected one. */
const failures = [];
const jobs = [];
const sent = { chats: 0, jobs: 0 };
async function expecting(what, expected, work) {
  sent[what] += 1;
  const at = new Date().toISOString();
  const got = await work().catch((error) => ({ status: error.code ?? error.name }));
  if (got.status !== expected) failures.push({ at, what, status: got.status, code: got.body?.code });
  return got;
}
const chat = (n) =>
  expecting('chats', 200, () =>
    ask('POST', '/ai/v1/chat', {
      prompt: `Write to Anna Schmidt (anna.schmidt@firma.de) about case ${n}.`,
      lang: 'en',
      model: 'day',
      anonymized: true,
      choices: ['Names', 'Emails'],
    }),
  );
async function job(n) {
  const text = `Case ${n}: call Hans Müller on +49 30 901820 or write to hans.mueller@firma.de.`;
  const made = await expecting('jobs', 202, () =>
    ask('POST', '/ai/v1/job/anonymize', { text, lang: 'en', delivery: 'poll' }),
  );
  if (made.status === 202) jobs.push(made.job);
}

async function stateOf(id) {
  const { status, body } = await ask('GET', `/ai/v1/job/${id}`).catch(() => ({}));
  return status === 200 ? body.status : 'unknown';
}

const input = createInterface({ input: process.stdin });
const over = new AbortController();
input.on('close', () => over.abort());
const login = await new Promise((resolve) => input.once('line', (line) => resolve(JSON.parse(line))));
token = (await ask('POST', '/idm/v1/auth/login', login)).body.jwtToken;
const key = { name: 'Caller', scopes: ['chat', 'anonymize', 'jobs'] };
token = (await ask('POST', '/idm/v1/keys', key)).body.data?.key;
if (!token) throw new Error('the service made no key');

const pending = [];
for (let n = 1; !over.signal.aborted; n += 1) {
  pending.push(n % 2 === 0 ? chat(n) : job(n));
  await pause(EVERY_MS);
}
await Promise.all(pending);
const left = new Set(jobs);
for (const deadline = Date.now() + LAST_JOBS_MS; left.size > 0 && Date.now() < deadline; await pause(1_000))
  for (const id of left) if ((await stateOf(id)) === 'completed') left.delete(id);
const [firstJob] = jobs;
console.log(
  JSON.stringify({ sent, completed: jobs.length - left.size, lost: left.size, firstJob, failures }),
);
