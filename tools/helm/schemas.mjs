import { mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '../go-tools/install.mjs';
import { whenChanged } from '../launcher/fresh.mjs';
import { run } from '../launcher/run.mjs';
import { say } from '../launcher/say.mjs';
import { findProgram } from '../launcher/system-packages.mjs';

const CACHE = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'privacy-chat/kubernetes-schemas',
);
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const NO_NETWORK =
  /No matching distribution|Temporary failure|Connection (refused|timed out)|NewConnectionError/;
/**
 * Unpacks the schemas of the given versions from the package, without the ids and references that point to Kubernetes'
 * server.
 */
const UNPACK = `import json, pathlib, sys, zipfile
wheel, folder, *versions = sys.argv[1:]
with zipfile.ZipFile(wheel) as packed:
    for name in packed.namelist():
        if any(f"/v{version}-local-strict/" in name for version in versions):
            schema = json.loads(packed.read(name).replace(b'"/api/_definitions.json', b'"_definitions.json'))
            schema.pop("$id", None)
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(schema))
`;

/**
 * Returns the location of the schemas of Kubernetes' own kinds, from the package kubernetes-validate. Fetched once and
 * stored outside the repository.
 *
 * @param {readonly string[]} versions such as 1.34.0
 * @returns {Promise<string>} the location for kubeconform
 * @throws Unavailable with a one-line message if Python is not installed or the package cannot be fetched
 */
export async function schemaLocation(versions) {
  const python = findProgram('python3');
  if (!python)
    throw new Unavailable('python3 is not installed, so the schemas of Kubernetes cannot be fetched');
  mkdirSync(CACHE, { recursive: true });
  await whenChanged(join(CACHE, `.${versions.join('-')}`), [import.meta.filename], () =>
    fetchSchemas(python, versions),
  );
  const folder = join(CACHE, 'kubernetes_validate/kubernetes-json-schema');
  return `${folder}/{{ .NormalizedKubernetesVersion }}-local{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
}

async function fetchSchemas(python, versions) {
  say(`fetching the schemas of Kubernetes ${versions.join(' and ')} (once)`);
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'download', '--no-deps', '--require-hashes'];
  try {
    await run(python, [...pip, '--dest', CACHE, '--requirement', REQUIREMENTS], { quiet: true });
  } catch (error) {
    if (!NO_NETWORK.test(error.message)) throw error;
    throw new Unavailable('the schemas of Kubernetes cannot be fetched');
  }
  const wheel = readdirSync(CACHE).find((file) => file.endsWith('.whl'));
  await run(python, ['-c', UNPACK, join(CACHE, wheel), CACHE, ...versions], { quiet: true });
}
