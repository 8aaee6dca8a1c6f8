/**
 * Writes the patterns that modules build while they are loaded, as JSON, to the file that the argument names. Standard input
 * contains the paths of the modules. A process of its own loads them, because some of them are programs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@app/common';
import type { Pattern } from './pattern';

const PLACE = /((?:apps|libs)\/[^:()]+\.ts:\d+)/;
const built: Pattern[] = [];

process.setSourceMapsEnabled(true);

/** Returns the place of the code that builds a pattern; undefined if it is a package. */
function placeOfCall(): string | undefined {
  const [, , , caller = ''] = (new Error('Shows the caller').stack ?? '').split('\n');
  return PLACE.exec(caller.replace(packageRoot(), ''))?.[1];
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(Target, args: [string | RegExp, string?]) {
    const { source, flags } = new Target(...args);
    const place = placeOfCall();
    if (place !== undefined) built.push({ place, source, flags });
    return new Target(...args);
  },
});

for (const file of JSON.parse(readFileSync(0, 'utf8')) as string[]) require(join(packageRoot(), file));
// At once: some of the programs among the modules fail without their input, and end the process.
writeFileSync(process.argv[2]!, JSON.stringify(built));
process.exit(0);
