import { readFileSync } from 'node:fs';

/**
 * Reads package-lock.json of the working directory.
 *
 * @returns {{ root: object, packages: Map<string, object> }} the project, and its packages by path
 */
export function readLock() {
  const { '': root, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  return { root, packages: new Map(Object.entries(packages)) };
}

/** Returns the package name: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (path) => path.replace(/^.*node_modules\//, '');
