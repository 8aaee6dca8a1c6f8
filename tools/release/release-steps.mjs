import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const heading = (version) => new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm');

/** Returns one line for each reason why a tag cannot be released. */
export function problemsOf({ tag, version, chart, changelog, registry }) {
  return [
    tag !== `v${version}` &&
      `The tag must be v${version}, the version in package.json; it is ${tag ?? 'missing'}`,
    chart.version !== version && `Chart.yaml has version ${chart.version}; it must be ${version}`,
    chart.appVersion !== version && `Chart.yaml has appVersion ${chart.appVersion}; it must be ${version}`,
    !heading(version).test(changelog) && `CHANGELOG.md has no heading "## ${version} - YYYY-MM-DD"`,
    !registry && 'RELEASE_REGISTRY is not set: it must name the registry of image and chart',
  ].filter(Boolean);
}

/** Returns the section of a version, without its heading. */
export function notesOf(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version} `)) ?? '';
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}

/**
 * Returns the commands of a release, in order. `saves`: the file that takes the command's output; `signs`: returns what cosign
 * signs, from the command's output.
 */
export function stepsOf({ version, registry, out, commit, time }) {
  const image = `${registry}/privacy-chat`;
  const metadata = join(out, 'image.json');
  const chart = join(out, `privacy-chat-${version}.tgz`);
  const archive = join(out, `privacy-chat-${version}.tar.gz`);
  const bill = join(out, `privacy-chat-${version}.cdx.json`);
  const notes = join(out, 'notes.md');
  const clients = [
    `privacy-chat-client-${version}.tgz`,
    `privacy_chat_client-${version}-py3-none-any.whl`,
    `privacy_chat_client-${version}.tar.gz`,
  ];
  const files = [archive, `${archive}.sha256`, chart, bill, ...clients.map((file) => join(out, file))];
  return [
    {
      command: ['docker', 'buildx', 'bake', '-f', 'docker/bake.hcl', '--push', '--metadata-file', metadata],
      env: { IMAGE: image, VERSION: version, COMMIT: commit, SOURCE_DATE_EPOCH: time },
      signs: () => `${image}@${JSON.parse(readFileSync(metadata, 'utf8')).image['containerimage.digest']}`,
    },
    { command: ['helm', 'package', 'docker/helm/privacy-chat', '--destination', out] },
    {
      // Prints the digest on a line `Digest: sha256:...`.
      command: ['sh', '-c', `helm push ${chart} oci://${registry}/charts 2>&1`],
      signs: (output) => `${registry}/charts/privacy-chat@${/^Digest: (sha256:\w+)$/m.exec(output)[1]}`,
    },
    { command: ['npm', 'run', '--silent', 'bundle', '--', '--out', out] },
    { command: ['npm', 'run', '--silent', 'sbom'], saves: bill },
    { command: ['npm', 'run', '--silent', 'clients:install', '--', 'python-client'] },
    { command: ['npm', 'run', '--silent', 'clients:build', '--', '--out', out] },
    {
      command: ['gh', 'release', 'create', `v${version}`, '--verify-tag', '--notes-file', notes, ...files],
    },
  ];
}
