import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** What a process is told beside the settings of .env.example: Node's own. */
const OF_NODE = new Set(['NODE_EXTRA_CA_CERTS']);
/** Beside the grace that a process has for what runs, how long it takes to close (libs/observability, shutdown.ts). */
const CLOSE_S = 10;
const OWNER = 'DATABASE_OWNER_URL';

/** @returns the documents of a rendered chart */
export const readManifests = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

/**
 * What each program of a rendered chart is told: settings by name; of one that comes from a file, `undefined`.
 *
 * @returns {{ name: string, pod: object, settings: Record<string, string | undefined> }[]}
 */
export function programsOf(manifests) {
  const settingsIn = (name) => manifests.find((m) => m.kind === 'ConfigMap' && m.metadata.name === name).data;
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec: { template } }) => {
      const [{ name, env = [], envFrom = [] }] = template.spec.containers;
      const shared = envFrom.map(({ configMapRef }) => settingsIn(configMapRef.name));
      const own = env.map((entry) =>
        entry.name.endsWith('_FILE') ? [entry.name.slice(0, -5), undefined] : [entry.name, entry.value],
      );
      return { name, pod: template.spec, settings: Object.assign({}, ...shared, Object.fromEntries(own)) };
    });
}

/** @returns {string[]} a line for each thing that is wrong with what the programs are told, or may do */
export function problemsOf(programs) {
  const known = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
  );
  return programs.flatMap(({ name, pod, settings }) => {
    const graceS = Number.parseInt(settings.SHUTDOWN_GRACE ?? '0', 10);
    const isLate = name !== 'migrations' && pod.terminationGracePeriodSeconds <= graceS + CLOSE_S;
    return [
      ...Object.keys(settings)
        .filter((setting) => !known.has(setting) && !OF_NODE.has(setting))
        .map((setting) => `${name}: nobody reads ${setting}`),
      ...(settings.NODE_ENV === 'production' ? [] : [`${name}: does not run as in production`]),
      ...(OWNER in settings === (name === 'migrations') ? [] : [`${name}: ${OWNER} is for the migrations`]),
      ...(isLate
        ? [`${name}: is killed before it has had ${graceS} s to finish and ${CLOSE_S} to close`]
        : []),
      ...(pod.automountServiceAccountToken === false ? [] : [`${name}: has a token of Kubernetes`]),
    ];
  });
}
