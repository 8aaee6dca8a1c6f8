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
 * Of the package, which brings the schemas of every version, those that are looked at: without the names and references that
 * make them Kubernetes' server's.
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
 * The schemas of Kubernetes' own kinds, as the package kubernetes-validate carries them. Fetched once, and kept outside
 * the repository.
 *
 * @param {readonly string[]} versions such as 1.34.0
 * @returns {Promise<string>} where kubeconform finds them
 * @throws Unavailable with one line, where there is no Python or the package cannot be fetched
 */
export async function schemaLocation(versions) {
  const python = findProgram('python3');
  if (!python) throw new Unavailable('there is no python3 to fetch the schemas of Kubernetes with');
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
