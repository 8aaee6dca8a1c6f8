/**
 * `npm run check:chart`: checks the chart against its own rules and Kubernetes' schemas for each of its value files,
 * checks that the programs start with the rendered settings, and that invalid values are refused.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { goTool, Unavailable } from '../go-tools/install.mjs';
import { run } from '../launcher/run.mjs';
import { say } from '../launcher/say.mjs';
import { findProgram } from '../launcher/system-packages.mjs';
import { withCluster } from './cluster.mjs';
import { parse } from 'yaml';
import {
  alertTestProblems,
  egressByPort,
  egressProblems,
  monitoringProblems,
  problemsOf,
  programsOf,
  readManifests,
} from './manifests.mjs';
import { kubectlLines, kubectlProblems } from './runbooks.mjs';
import { schemaLocation } from './schemas.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
const CHART = 'docker/helm/privacy-chat';
const VALUES = join(CHART, 'ci');
/** What `try-on-kind.mjs` installs beside the chart. */
const AROUND = 'tools/helm/kind/around.yaml';
const MODULES = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  score: 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
};
/** The oldest version that the chart supports, and the newest with published schemas. */
const KUBERNETES = ['1.30.0', '1.37.0'];
const NEWEST = ['--kube-version', KUBERNETES.at(-1)];
/** Kinds of other projects, which Kubernetes' schemas do not contain. */
const OF_OTHERS = ['ScaledObject', 'PodMonitor', 'PrometheusRule', 'HTTPRoute'];
/** Recommendations of kube-score that the chart does not follow, with reasons. */
const OTHERWISE = [
  '--kubernetes-version=v1.30',
  '--ignore-container-cpu-limit', // A CPU limit would throttle processes, and requests already share processors fairly.
  '--ignore-test=container-image-pull-policy', // Images are named by exact version or digest.
  '--ignore-test=deployment-has-host-podantiaffinity', // Spread by topologySpreadConstraints.
];
/** Values that must not render, by the error. */
const REFUSED = {
  'a secret as a value': ['--set-string', 'settings.JWT_KEYS=x'],
  'an unknown value': ['--set', 'api.replica=2'],
  'an unknown setting': ['--set-string', 'settings.LLM_MODELZ=x'],
  'no image': ['--set-string', 'image.repository='],
  'no Secret': ['--set-string', 'secrets.existingSecret='],
  'no owner of the tables': ['--set-string', 'secrets.ownerExistingSecret='],
  'no way to PostgreSQL': ['--set', 'networkPolicy.egress.postgres.to=null'],
  'KEDA without Prometheus': ['--set', 'worker.autoscaling.kind=keda'],
  'no worker at all': ['--set', 'worker.autoscaling.min=0'],
  'a route without a Gateway': ['--set', 'route.enabled=true'],
  'a size that cannot be added to another': ['--set-string', 'models.size=2e9'],
  'backups without a volume or S3': [
    '--set-string',
    'backup.schedule=0 2 * * *',
    '--set-string',
    'backup.existingSecret=a',
  ],
  'backups in S3 with their keys on a volume': [
    '--set-string',
    'backup.schedule=0 2 * * *',
    '--set-string',
    'backup.existingSecret=a,backup.into=s3://backups/a,backup.keysClaim=keys',
  ],
  'drills without backups': ['--set-string', 'backup.drillSchedule=0 4 1 * *'],
  'S3 without a bucket': ['--set', 'blobs.kind=s3'],
  'an address with an invalid port': ['--set', 'networkPolicy.egress.provider.ports={70000}'],
};

const work = mkdtempSync(join(tmpdir(), 'privacy-chat-chart-'));
const values = readdirSync(VALUES).map((file) => join(VALUES, file));
const quiet = { quiet: true };

const CHECKS = {
  async lint() {
    const helm = await goTool(MODULES.helm);
    for (const file of values)
      await run(helm, ['lint', '--strict', ...NEWEST, '--values', file, CHART], quiet);
  },
  async refusals() {
    const helm = await goTool(MODULES.helm);
    for (const [what, args] of Object.entries(REFUSED)) {
      const isRendered = await run(
        helm,
        ['template', 'chat', CHART, ...NEWEST, '--values', join(VALUES, 'minimal.yaml'), ...args],
        quiet,
      ).then(
        () => true,
        (error) => {
          if (!/values don't meet the specifications/.test(error.message)) throw error;
          return false;
        },
      );
      if (isRendered) throw new Error(`rendered with ${what}`);
    }
  },
  async settings() {
    for (const file of values) {
      const programs = programsOf(readManifests(await rendered(file)));
      const problems = problemsOf(programs);
      if (problems.length > 0) throw new Error(`${file}\n${problems.join('\n')}`);
      const served = programs.filter(({ name }) => name !== 'migrations');
      // Api, worker and doctor have the same settings.
      for (const settings of new Set(served.map(({ settings }) => JSON.stringify(settings, unsetToo))))
        await read(JSON.parse(settings));
    }
  },
  async replicas() {
    const file = join(VALUES, 'external-stores.yaml');
    await withCluster({ 'chat-privacy-chat-worker': 7, 'chat-privacy-chat-api': 1 }, async (cluster) => {
      const found = readManifests(await render(file, KUBERNETES.at(-1), ['--dry-run=server', ...cluster]))
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata: { name }, spec: { replicas } }) => `${name}: ${replicas}`);
      const expected = ['chat-privacy-chat-api: 3', 'chat-privacy-chat-worker: 7'];
      if (!isDeepStrictEqual(found.toSorted(), expected))
        throw new Error(`the autoscaled programs get ${found}; expected ${expected}`);
    });
  },
  async egress() {
    const manifests = await render(join(VALUES, 'minimal.yaml'), KUBERNETES.at(-1), egressByPort());
    const problems = egressProblems(readManifests(manifests));
    if (problems.length > 0) throw new Error(problems.join('\n'));
  },
  async monitoring() {
    const monitored = [];
    for (const file of values) {
      const manifests = readManifests(await rendered(file));
      if (!manifests.some(({ kind }) => kind === 'PodMonitor')) continue;
      monitored.push(file);
      const problems = monitoringProblems(manifests);
      if (problems.length > 0) throw new Error(`${file}\n${problems.join('\n')}`);
    }
    if (monitored.length === 0) throw new Error('no value file enables monitoring');
  },
  /** Each alert of the chart fires once by the series of the chart's own jobs. `npm run check:alerts` runs these tests. */
  async alerts() {
    const { tests } = parse(readFileSync('docker/prometheus/alerts.test.yaml', 'utf8'));
    for (const file of values) {
      const manifests = readManifests(await rendered(file));
      if (!manifests.some(({ kind }) => kind === 'PrometheusRule')) continue;
      const problems = alertTestProblems(manifests, tests);
      if (problems.length > 0) throw new Error(`${file}\n${problems.join('\n')}`);
    }
  },
  /** kubectl parses each of its commands in the pages for operators. */
  async kubectl() {
    const kubectl = findProgram('kubectl');
    if (!kubectl) throw new Unavailable('kubectl is not installed');
    const lines = kubectlLines();
    if (lines.length === 0) throw new Error('no page has a command with kubectl');
    const problems = kubectlProblems(kubectl, lines);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return `parses ${lines.length} commands of the runbooks and pages`;
  },
  async kubeconform() {
    const [kubeconform, location] = [await goTool(MODULES.kubeconform), await schemaLocation(KUBERNETES)];
    for (const version of KUBERNETES) {
      const options = ['-strict', '-kubernetes-version', version, '-schema-location', location];
      // All at once, because kube-score reads the schemas again at each start.
      const manifests = mkdtempSync(join(work, 'manifests-'));
      for (const file of values)
        writeFileSync(join(manifests, basename(file)), await rendered(file, version));
      await run(kubeconform, [...options, '-skip', OF_OTHERS.join(','), manifests, AROUND], quiet);
    }
  },
  async score() {
    const score = await goTool(MODULES.score);
    for (const file of values) {
      const scored = join(work, 'manifests.yaml');
      writeFileSync(scored, await rendered(file));
      await run(score, ['score', '--exit-one-on-warning', ...OTHERWISE, scored], quiet);
    }
  },
};

const manifests = new Map();

/** Rendered once for all checks. */
function rendered(file, version = KUBERNETES.at(-1)) {
  const key = `${version} ${file}`;
  if (!manifests.has(key)) manifests.set(key, render(file, version));
  return manifests.get(key);
}

async function render(file, version, more = []) {
  const helm = await goTool(MODULES.helm);
  const args = [
    'template',
    'chat',
    CHART,
    '--namespace',
    'chat',
    '--values',
    file,
    '--kube-version',
    version,
    ...more,
  ];
  return run(helm, args, quiet);
}

const unsetToo = (_, value) => value ?? null;

/**
 * Reads settings like a program at its start, with made-up secrets in the files.
 *
 * @throws Error with the program's last line
 */
async function read(settings) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secrets = {
    DATABASE_URL: `postgres://app:${randomBytes(12).toString('hex')}@db/chat`,
    REDIS_URL: `redis://:${randomBytes(12).toString('hex')}@redis/0`,
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `a:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
    DATABASE_OWNER_URL: `postgres://owner:${randomBytes(12).toString('hex')}@db/chat`,
    DATABASE_BACKUP_URL: `postgres://backup:${randomBytes(12).toString('hex')}@db/chat`,
    PROVIDERS: 'providers: [{ name: a, protocol: openai, base_url: "https://llm.company.example/v1" }]',
  };
  const given = Object.entries(settings).map(([name, value]) => [
    name,
    value ?? secrets[name] ?? randomBytes(16).toString('hex'),
  ]);
  const { WEBHOOK_CA: _, ...env } = Object.fromEntries(given);
  const args = ['--require', './tools/typescript/register.cjs', 'tools/helm/read-settings.ts'];
  await run(process.execPath, args, { ...quiet, env: { PATH: process.env.PATH, ...env } });
}

/**
 * Runs a check and prints one line.
 *
 * @returns whether the next checks can run
 */
async function make(name, check) {
  try {
    await check();
    return true;
  } catch (error) {
    const isSkipped = error instanceof Unavailable;
    if (!isSkipped) process.exitCode = 1;
    say(`chart ${name}: ${isSkipped ? 'skipped: ' : ''}${error.message}`);
    return !isSkipped;
  }
}

try {
  const isThere = await make('checks', () => goTool(MODULES.helm));
  for (const [name, check] of isThere ? Object.entries(CHECKS) : [])
    await make(name, async () => {
      const found = await check();
      say(`chart ${name}: ${found ?? `no error in ${values.length} value files`}`);
    });
} finally {
  rmSync(work, { recursive: true, force: true });
}
