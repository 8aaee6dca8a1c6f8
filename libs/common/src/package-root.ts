import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json, from the sources as from the build. */
export function packageRoot(from = __dirname): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`No package.json above ${__dirname}`);
  return packageRoot(parent);
}
