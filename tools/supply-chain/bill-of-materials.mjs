import { licenseOf } from './licenses.mjs';
import { nameOf } from './read-lock.mjs';

/** Returns a bill of materials (https://cyclonedx.org/docs/1.6/json/). */
export function billOfMaterials({ root, packages }) {
  const running = [...packages].filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const components = new Map(
    running.map(([path, entry]) => [purl(path, entry), component(path, entry, packages)]),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root.name,
        name: root.name,
        version: root.version,
        licenses: [{ expression: root.license }],
      },
    },
    components: [...components.values()],
    dependencies: [
      { ref: root.name, dependsOn: dependsOn('', root, packages) },
      ...running.map(([path, entry]) => ({
        ref: purl(path, entry),
        dependsOn: dependsOn(path, entry, packages),
      })),
    ].filter(({ ref }, i, all) => all.findIndex((other) => other.ref === ref) === i),
  };
}

const purl = (path, { version }) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;

function component(path, entry, packages) {
  const ref = purl(path, entry);
  const licence = licenseOf(path, entry, packages);
  return {
    type: 'library',
    'bom-ref': ref,
    name: nameOf(path),
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    purl: ref,
    ...(entry.integrity && { hashes: [hash(entry.integrity)] }),
    ...(licence && { licenses: [{ expression: licence }] }),
  };
}

/** Converts subresource integrity (`sha512-<base64>`) to CycloneDX's hashes. */
function hash(integrity) {
  const [, bits, content] = /^sha(\d+)-(\S+)/.exec(integrity);
  return { alg: `SHA-${bits}`, content: Buffer.from(content, 'base64').toString('hex') };
}

/**
 * Returns the dependencies of a package, resolved like Node.js does: in its own folder first, then in the parent
 * folders.
 */
const dependsOn = (path, { dependencies = {}, optionalDependencies = {} }, packages) => {
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return [...new Set(names.flatMap((name) => found(path, name, packages)))];
};

function found(path, name, packages) {
  for (let folder = path; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    const entry = packages.get(candidate);
    if (entry) return [purl(candidate, entry)];
    if (folder === '') return []; // An optional package that is locked for no platform.
  }
}
