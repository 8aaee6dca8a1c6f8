import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

/** Node.js's own environment variables, in addition to the settings of .env.example. */
const OF_NODE = new Set(['NODE_EXTRA_CA_CERTS']);
/** The time that a process has for closing after the grace period (libs/observability, shutdown.ts). */
const CLOSE_S = 10;
const OWNER = 'DATABASE_OWNER_URL';
/** The programs that log in as the owner of the tables. */
const AS_OWNER = new Set(['migrations', 'drill']);

/** @returns the documents of a rendered chart */
export const readManifests = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

/** Returns the pod of a manifest, by its kind. */
const POD_OF = {
  CronJob: ({ spec }) => spec.jobTemplate.spec.template.spec,
  Deployment: ({ spec }) => spec.template.spec,
  Job: ({ spec }) => spec.template.spec,
  Pod: ({ spec }) => spec,
};

/** The programs that answer requests or run jobs until they are stopped. */
const SERVING = new Set(['api', 'worker']);

/**
 * Returns the settings of each program in a rendered chart by name; `undefined` for a setting from a file.
 *
 * @returns {{ name: string, pod: object, settings: Record<string, string | undefined> }[]}
 */
export function programsOf(manifests) {
  const settingsIn = (name) => manifests.find((m) => m.kind === 'ConfigMap' && m.metadata.name === name).data;
  return manifests
    .filter(({ kind }) => kind in POD_OF)
    .map((manifest) => {
      const pod = POD_OF[manifest.kind](manifest);
      const [{ name, env = [], envFrom = [] }] = pod.containers;
      const shared = envFrom.map(({ configMapRef }) => settingsIn(configMapRef.name));
      const own = env.map((entry) =>
        entry.name.endsWith('_FILE') ? [entry.name.slice(0, -5), undefined] : [entry.name, entry.value],
      );
      return { name, pod, settings: Object.assign({}, ...shared, Object.fromEntries(own)) };
    });
}

/** @returns {string[]} a line for each problem of the programs' settings or rights */
export function problemsOf(programs) {
  const known = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
  );
  return programs.flatMap(({ name, pod, settings }) => {
    const graceS = Number.parseInt(settings.SHUTDOWN_GRACE ?? '0', 10);
    const isLate = SERVING.has(name) && pod.terminationGracePeriodSeconds <= graceS + CLOSE_S;
    return [
      ...Object.keys(settings)
        .filter((setting) => !known.has(setting) && !OF_NODE.has(setting))
        .map((setting) => `${name}: no program reads ${setting}`),
      ...(settings.NODE_ENV === 'production' ? [] : [`${name}: does not run with NODE_ENV=production`]),
      ...(OWNER in settings === AS_OWNER.has(name) ? [] : [`${name}: ${OWNER} is for migrations and drills`]),
      ...(isLate
        ? [`${name}: is killed before it has had ${graceS} s to finish and ${CLOSE_S} s to close`]
        : []),
      ...(pod.automountServiceAccountToken === false ? [] : [`${name}: has a token of Kubernetes`]),
      ...storageProblems(pod).map((problem) => `${name}: ${problem}`),
    ];
  });
}

/** The programs that connect to each entry of `networkPolicy.egress`. */
const EGRESS = {
  postgres: ['api', 'worker'],
  redis: ['api', 'worker'],
  provider: ['api', 'worker'],
  images: ['api'],
  identity: ['api'],
  speech: ['api', 'worker'],
  blobs: ['api', 'worker'],
  backups: [],
  traces: ['api', 'worker'],
  webhooks: ['worker'],
};

/**
 * Returns a line for each connection that a network policy forbids although the program makes it, or allows although it
 * makes none.
 *
 * @param manifests rendered with {@link egressByPort}, so that each entry has a port of its own
 */
export function egressProblems(manifests) {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  return Object.keys(EGRESS).flatMap((entry, at) =>
    [...SERVING].flatMap((program) => {
      const policy = policies.find(
        ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === program,
      );
      const isAllowed = policy.spec.egress.some(({ ports }) => ports.some(({ port }) => port === portOf(at)));
      if (isAllowed === EGRESS[entry].includes(program)) return [];
      return [`${program}: its network policy ${isAllowed ? 'allows' : 'forbids'} ${entry}`];
    }),
  );
}

const portOf = (at) => 20_001 + at;

/** Returns arguments for Helm that give each entry of `networkPolicy.egress` a port of its own, at any public address. */
export const egressByPort = () =>
  Object.keys(EGRESS).flatMap((entry, at) => [
    '--set',
    `networkPolicy.egress.${entry}.public=true,networkPolicy.egress.${entry}.ports={${portOf(at)}}`,
  ]);

/**
 * Files in emptyDir volumes count as the pod's ephemeral storage. The kubelet evicts a pod that exceeds its containers'
 * limits, and schedules by their requests.
 */
function storageProblems({ containers, volumes }) {
  const sizes = volumes.flatMap(({ name, emptyDir }) => (emptyDir ? [[name, emptyDir.sizeLimit]] : []));
  const unbounded = sizes.filter(([, size]) => size === undefined);
  if (unbounded.length > 0) return unbounded.map(([name]) => `the emptyDir ${name} has no sizeLimit`);
  const most = sum(sizes.map(([, size]) => size));
  const limit = sum(containers.map(({ resources }) => resources.limits['ephemeral-storage']));
  const models = sum(sizes.flatMap(([name, size]) => (name === 'models' ? [size] : [])));
  const requested = sum(containers.map(({ resources }) => resources.requests['ephemeral-storage']));
  return [
    ...(most > limit ? [`its emptyDirs may contain ${most} Mi; it is evicted at ${limit} Mi`] : []),
    ...(models > requested ? [`it copies ${models} Mi of models and requests ${requested} Mi`] : []),
  ];
}

/** @returns {number} the sum of sizes in Mi and Gi, in Mi */
const sum = (sizes) =>
  sizes.reduce((total, size) => total + Number.parseInt(size, 10) * (size.endsWith('Gi') ? 1024 : 1), 0);

const ALERTS = 'docker/prometheus/alerts.yaml';
const DASHBOARDS = 'docker/grafana';
/** A matcher of PromQL for the label `job`. Prometheus anchors regular expressions. */
const JOB_MATCHER = /\bjob(=~?)"([^"]+)"/g;

/** @returns {string[]} a line for each name that Prometheus and Grafana would not find */
export function monitoringProblems(manifests) {
  const jobs = manifests.filter(({ kind }) => kind === 'PodMonitor').map(jobOf);
  const { scrape_configs } = parse(readFileSync('docker/prometheus/prometheus.yaml', 'utf8'));
  const expected = scrape_configs.map(({ job_name }) => job_name);
  const files = [ALERTS, ...readdirSync(DASHBOARDS).map((file) => `${DASHBOARDS}/${file}`)];
  const matchers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').replaceAll('\\"', '"').matchAll(JOB_MATCHER)].map(
      ([text, kind, value]) => ({
        file,
        text,
        isExact: kind === '=',
        matches: kind === '=' ? (job) => job === value : (job) => new RegExp(`^(?:${value})$`).test(job),
      }),
    ),
  );
  const rules = manifests.find(({ kind }) => kind === 'PrometheusRule')?.spec;
  const boards = manifests.filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1');
  return [
    ...(isDeepStrictEqual(jobs.toSorted(), expected.toSorted())
      ? []
      : [`PodMonitors: the jobs are ${jobs}; prometheus.yaml calls them ${expected}`]),
    ...(matchers.length > 0 ? [] : [`${ALERTS}: no expression names a job`]),
    ...matchers
      .filter(({ isExact, matches }) => !(isExact ? jobs.some(matches) : jobs.every(matches)))
      .map(({ file, text }) => `${file}: ${text} does not match the jobs ${jobs}`),
    ...(isDeepStrictEqual(rules, parse(withAddress(manifests, readFileSync(ALERTS, 'utf8'))))
      ? []
      : [`PrometheusRule: differs from ${ALERTS}`]),
    ...(boards.length === readdirSync(DASHBOARDS).length ? [] : [`ConfigMaps: not all of ${DASHBOARDS}`]),
    ...boards
      .flatMap(({ data }) => Object.entries(data))
      .filter(([file, text]) => text !== readFileSync(`${DASHBOARDS}/${file}`, 'utf8'))
      .map(([file]) => `ConfigMaps: ${file} differs from that of ${DASHBOARDS}`),
  ];
}

/** The start of the addresses in {@link ALERTS}, which the chart replaces by `publicBaseUrl`. */
const DEFAULT_ADDRESS = 'http://localhost:3000';

/** @returns {string} the alerts with the address of this installation */
const withAddress = (manifests, text) =>
  text.replaceAll(
    DEFAULT_ADDRESS,
    manifests.find(({ kind, data }) => kind === 'ConfigMap' && data.PUBLIC_BASE_URL).data.PUBLIC_BASE_URL,
  );

/**
 * Returns a line for each alert that does not fire exactly once, with series of the chart's own jobs.
 *
 * @param {object[]} manifests
 * @param {{ name: string, input_series: { series: string }[], alert_rule_test: { alertname: string, exp_alerts: object[] }[] }[]} tests
 */
export function alertTestProblems(manifests, tests) {
  const jobs = manifests.filter(({ kind }) => kind === 'PodMonitor').map(jobOf);
  const alerts = manifests
    .find(({ kind }) => kind === 'PrometheusRule')
    .spec.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const firing = tests.filter(({ alert_rule_test: cases }) =>
    cases.some(({ exp_alerts: all }) => all.length > 0),
  );
  return [
    ...alerts.flatMap((alert) => {
      const times = firing.filter(({ alert_rule_test: cases }) =>
        cases.some(({ alertname }) => alertname === alert),
      );
      return times.length === 1 ? [] : [`${alert} fires in ${times.length} cases; expected 1`];
    }),
    ...firing.flatMap(({ name, input_series: all }) =>
      all
        .filter(({ series }) => !jobs.includes(/\bjob="([^"]+)"/.exec(series)?.[1]))
        .map(({ series }) => `${name}: ${series} is of no job of ${jobs}`),
    ),
  ];
}

/** Returns the label `job` of a PodMonitor's targets; without relabeling the operator sets `namespace/name`. */
function jobOf({ metadata: { namespace = 'chat', name }, spec: { podMetricsEndpoints } }) {
  const relabelings = podMetricsEndpoints.flatMap(({ relabelings = [] }) => relabelings);
  return (
    relabelings.findLast(({ targetLabel }) => targetLabel === 'job')?.replacement ?? `${namespace}/${name}`
  );
}
