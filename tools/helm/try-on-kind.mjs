/**
 * `node tools/helm/try-on-kind.mjs [--image IMAGE]`: tries the chart on a cluster of kind, which it creates and deletes.
 * Builds the image unless one is named, installs the chart, runs `helm test`, then upgrades it and deletes pods while
 * chats and jobs arrive, runs each command with kubectl of the pages for operators, and uninstalls it. Fails if a request
 * failed, a job was lost, a command failed, or an object is left.
 */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../launcher/run.mjs';
import { LauncherError, main, say } from '../launcher/say.mjs';
import { findProgram } from '../launcher/system-packages.mjs';
import { clusterProblems, kubectlLines } from './runbooks.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
const { values: given } = parseArgs({ options: { image: { type: 'string' } } });

const NEEDED = ['docker', 'kind', 'kubectl', 'helm'];
const CLUSTER = 'privacy-chat-chart';
const CHART = 'docker/helm/privacy-chat';
const IMAGE = 'privacy-chat:kind';
const CLI = ['node', 'dist/apps/cli/src/main.js'];
const PROGRAMS = ['provider.mjs=tools/day-of-load/provider.mjs', 'load.mjs=tools/helm/kind/load.mjs'];
const OF_RELEASE = ['--namespace=chat', '--selector=app.kubernetes.io/instance=chat'];
/** How long requests arrive before the first change, and after the last one. */
const CALM_MS = 10_000;

const work = mkdtempSync(join(tmpdir(), 'privacy-chat-kind-'));
// The configuration of the user stays as it is.
const env = { ...process.env, KUBECONFIG: join(work, 'kubeconfig') };
const shown = (command, ...args) => run(command, args, { env });
const read = (command, ...args) => run(command, args, { env, quiet: true });
const kubectl = (...args) => shown('kubectl', ...args);
const helm = (...args) => shown('helm', ...args, '--namespace=chat');
const WAIT = ['--wait', '--timeout=10m'];
/** Installs or upgrades, and waits until every pod is replaced. */
const install = (...values) =>
  helm('upgrade', '--install', 'chat', CHART, '--values', `${CHART}/ci/kind.yaml`, ...values, ...WAIT);

async function step(what, does) {
  say(`\n== ${what}`);
  return does();
}

async function buildImage() {
  if (given.image) await shown('docker', 'tag', given.image, IMAGE);
  else await shown('docker', 'build', '--file=docker/Dockerfile', `--tag=${IMAGE}`, '.');
}

async function createCluster() {
  await shown('kind', 'create', 'cluster', `--name=${CLUSTER}`, '--wait=3m');
  await shown('kind', 'load', 'docker-image', IMAGE, `--name=${CLUSTER}`);
}

async function prepare() {
  const hex = () => randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [owner, app, backup, redis] = [hex(), hex(), hex(), hex()];
  const database = (role, password) => `postgres://${role}:${password}@postgres.around:5432/privacy_chat`;
  await kubectl('apply', '--filename=tools/helm/kind/around.yaml');
  await kubectl(
    'create',
    'configmap',
    'programs',
    '--namespace=around',
    ...PROGRAMS.map((file) => `--from-file=${file}`),
  );
  await secret('around', 'stores', { POSTGRES_PASSWORD: owner, REDIS_PASSWORD: redis });
  await secret('chat', 'privacy-chat', {
    DATABASE_URL: database('privacy_chat_app', app),
    REDIS_URL: `redis://:${redis}@redis.around:6379/0`,
    ENCRYPTION_KEYS: `kind:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `kind:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
  });
  await secret('chat', 'privacy-chat-owner', { DATABASE_OWNER_URL: database('privacy_chat', owner) });
  await secret('chat', 'privacy-chat-backup', {
    DATABASE_BACKUP_URL: database('privacy_chat_backup', backup),
  });
  await kubectl(
    'wait',
    'deployment',
    '--all',
    '--for=condition=Available',
    '--namespace=around',
    '--timeout=5m',
  );
}

/** By standard input, because a process list shows arguments. */
function secret(namespace, name, stringData) {
  const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData };
  return run('kubectl', ['apply', '--filename=-'], { env, input: JSON.stringify(manifest) });
}

const inApi = ['exec', '--stdin', '--namespace=chat', 'deployment/chat-privacy-chat-api', '--', ...CLI];

/** @returns the login of a new user in the organization of the runbooks */
async function makeUser() {
  const login = { userName: 'kind@company.example', password: randomBytes(24).toString('hex') };
  await kubectl(...inApi, 'org', 'create', 'Example Ltd', '--grant', 'anonymize');
  const make = ['user', 'create', login.userName, '--org', 'Example Ltd', '--password-stdin'];
  await run('kubectl', [...inApi, ...make], { env, input: `${login.password}\n` });
  return login;
}

/** Lets requests arrive while `changes` runs. @returns what came of them */
async function underLoad(login, changes) {
  const args = ['exec', '--stdin', '--namespace=around', 'deployment/caller', '--', 'node'];
  const caller = spawn('kubectl', [...args, '/programs/load.mjs'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const outcome = new Promise((done, failed) => {
    let out = '';
    caller.stdout.on('data', (chunk) => (out += chunk));
    caller.on('error', failed);
    caller.on('close', (code) =>
      code === 0 ? done(JSON.parse(out)) : failed(new LauncherError(`the caller ended with ${code}`)),
    );
  });
  caller.stdin.on('error', () => undefined); // Its exit code tells that the caller ended.
  caller.stdin.write(`${JSON.stringify(login)}\n`);
  try {
    // `all` fails as soon as the caller or a change fails.
    const [result] = await Promise.all([outcome, changes().finally(() => caller.stdin.end())]);
    return result;
  } finally {
    caller.kill();
  }
}

async function change() {
  await pause(CALM_MS);
  const before = await pods();
  await step('upgrade', () => install('--set-string=settings.LOG_LEVEL=debug'));
  const after = await pods();
  const kept = after.filter((name) => before.includes(name));
  if (kept.length > 0) throw new LauncherError(`the upgrade did not replace ${kept.join(', ')}`);
  for (const component of ['api', 'worker'])
    await step(`delete a pod: ${component}`, () => replace(component));
  await pause(CALM_MS);
}

async function replace(component) {
  const [name] = (await pods(component)).toSorted();
  await kubectl('delete', 'pod', name, '--namespace=chat');
  await kubectl(
    'rollout',
    'status',
    `deployment/chat-privacy-chat-${component}`,
    '--namespace=chat',
    '--timeout=3m',
  );
}

/** @returns the names of the serving pods that do not end */
async function pods(...components) {
  const of = components.length > 0 ? components : ['api', 'worker'];
  const { items } = JSON.parse(await read('kubectl', 'get', 'pods', ...OF_RELEASE, '--output=json'));
  return items
    .filter(({ metadata }) => !metadata.deletionTimestamp)
    .filter(({ metadata }) => of.includes(metadata.labels['app.kubernetes.io/component']))
    .map(({ metadata }) => metadata.name);
}

/** Runs each command of the pages as it is written, after a `job` was completed. */
async function followPages(job) {
  const [{ chains }] = JSON.parse(await read('kubectl', ...inApi, 'audit', 'verify', '--json'));
  const words = { JOB: job, HASH: chains.find(({ newest }) => newest).newest.hash };
  const lines = kubectlLines();
  const problems = clusterProblems(findProgram('kubectl'), env.KUBECONFIG, lines, words);
  if (problems.length > 0) throw new LauncherError(problems.join('\n'));
  say(`${lines.length} commands did what the pages say`);
}

/** What docs/operate/kubernetes.md says about an uninstallation. */
async function uninstall() {
  await helm('uninstall', 'chat', '--cascade=foreground', ...WAIT);
  await kubectl('delete', 'job,pod,networkpolicy,pvc', ...OF_RELEASE);
  const kinds = 'all,configmap,secret,serviceaccount,networkpolicy,poddisruptionbudget,pvc';
  const left = await read('kubectl', 'get', kinds, ...OF_RELEASE, '--output=name');
  if (left.trim()) throw new LauncherError(`left after the uninstallation: ${left.trim().split('\n')}`);
}

/** Shows what the cluster knows about a failure. */
async function explain() {
  for (const args of [
    ['get', 'pods,jobs', '--all-namespaces', '--output=wide'],
    ['get', 'events', '--namespace=chat', '--sort-by=.lastTimestamp'],
    ['logs', ...OF_RELEASE, '--all-containers', '--prefix', '--tail=40'],
  ])
    await kubectl(...args).catch((error) => say(error.message));
}

async function tryChart() {
  const missing = NEEDED.filter((name) => !findProgram(name));
  if (missing.length > 0) throw new LauncherError(`not installed: ${missing.join(', ')}`);
  const clusters = (await read('kind', 'get', 'clusters')).split('\n');
  if (clusters.includes(CLUSTER))
    throw new LauncherError(
      `the cluster ${CLUSTER} exists; delete it with kind delete cluster --name ${CLUSTER}`,
    );
  await step('image', buildImage);
  try {
    await step('cluster', createCluster);
    await step('stores, provider and caller', prepare);
    await step('install', () => install());
    await step('helm test', () => helm('test', 'chat', '--logs', '--timeout=3m'));
    const login = await step('user', makeUser);
    const outcome = await step('requests', () => underLoad(login, change));
    say(JSON.stringify(outcome));
    if (
      outcome.failures.length > 0 ||
      outcome.lost > 0 ||
      outcome.completed === 0 ||
      outcome.sent.chats === 0
    )
      throw new LauncherError('a request failed, a job was lost, or nothing was sent');
    await step('commands of the pages', () => followPages(outcome.firstJob));
    await step('uninstall', uninstall);
    say('the chart was installed, tested, upgraded under load and removed');
  } catch (error) {
    await explain();
    throw error;
  } finally {
    await shown('kind', 'delete', 'cluster', `--name=${CLUSTER}`);
  }
}

await main(async () => {
  try {
    await tryChart();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
