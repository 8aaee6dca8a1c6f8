/** `npm run build`: the programs and, beside them, the console's page, into an empty dist/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

process.chdir(resolve(import.meta.dirname, '..'));
for (const folder of ['build', 'dist']) rmSync(folder, { recursive: true, force: true });
await Promise.all([buildPrograms(), node('tools/console/build.mjs')]);

async function buildPrograms() {
  await node('node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json');
  await node('tools/bundle.mjs');
}

/** What fails has said why. */
async function node(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  if (code !== 0) process.exit(1);
}
