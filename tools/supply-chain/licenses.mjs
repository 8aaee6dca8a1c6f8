import { readFileSync } from 'node:fs';
import { nameOf } from './read-lock.mjs';

/** Permissive licenses by their SPDX names, which allow use and redistribution. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages without a license in package.json; their texts were read instead. */
const READ = new Map([['pause@0.0.1', 'MIT']]);

/** Packages that only tests use, unchanged and not redistributed. Their license applies only to changed files. */
const OF_TESTS_ALONE = new Map([['axe-core', 'MPL-2.0']]);

/** @returns {string[]} a line for each package with an unknown license or one that is not permissive */
export function licenseProblems(packages) {
  return [...packages].flatMap(([path, entry]) => {
    const licence = licenseOf(path, entry, packages);
    if (licence === undefined) return [`${path}: no license is named`];
    const isOfTests = entry.dev && OF_TESTS_ALONE.get(nameOf(path)) === licence;
    return isPermissive(licence) || isOfTests
      ? []
      : [`${path}: ${licence} is not in the list of permissive licenses`];
  });
}

/** Evaluates SPDX expressions as they occur: `A AND B` requires both, `(A OR B)` one of them. */
const isPermissive = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => PERMISSIVE.has(name)));

/**
 * Returns the license of the lock file or of the package itself. A package for another platform, which is not installed
 * here, has the license of the package that names it.
 *
 * @returns {string | undefined} an SPDX expression
 */
export function licenseOf(path, entry, packages) {
  if (entry.license) return entry.license;
  const installed = manifest(path);
  const name = nameOf(path);
  if (installed)
    return (
      installed.license ??
      installed.licenses?.map(({ type }) => type).join(' OR ') ??
      READ.get(`${name}@${entry.version}`)
    );
  const [parentPath, parent] =
    [...packages].find(([, { optionalDependencies = {} }]) => name in optionalDependencies) ?? [];
  return entry.optional && parent ? licenseOf(parentPath, parent, packages) : undefined;
}

function manifest(path) {
  try {
    return JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
