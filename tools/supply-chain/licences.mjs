import { readFileSync } from 'node:fs';
import { nameOf } from './read-lock.mjs';

/** What may be used and passed on by anybody: permissive licences alone, by their SPDX names. */
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
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Read in their texts, since their package.json names none. */
const READ = new Map([['pause@0.0.1', 'MIT']]);

/** Used unchanged by tests alone, never passed on: their licence asks for their own changed files, and no more. */
const OF_TESTS_ALONE = new Map([['axe-core', 'MPL-2.0']]);

/** @returns {string[]} a line for each package whose licence is not permissive, or not known */
export function licenceProblems(packages) {
  return [...packages].flatMap(([path, entry]) => {
    const licence = licenceOf(path, entry, packages);
    if (licence === undefined) return [`${path}: no licence is named`];
    const isOfTests = entry.dev && OF_TESTS_ALONE.get(nameOf(path)) === licence;
    return isPermissive(licence) || isOfTests
      ? []
      : [`${path}: ${licence} is not in the list of permissive licences`];
  });
}

/** SPDX expressions as they occur: `A AND B` needs both, `(A OR B)` one of them. */
const isPermissive = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => PERMISSIVE.has(name)));

/**
 * As the lock file says; else as the package itself says. One for another platform, which is not installed here, is part
 * of the package that names it.
 *
 * @returns {string | undefined} an SPDX expression
 */
export function licenceOf(path, entry, packages) {
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
  return entry.optional && parent ? licenceOf(parentPath, parent, packages) : undefined;
}

function manifest(path) {
  try {
    return JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
