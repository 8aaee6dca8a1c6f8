/**
 * `npm run clients:build [-- --out FOLDER] [NAMES]`: builds the packages of `clients/`, by default both, with the version of
 * this repository. The types and operations come from the OpenAPI document.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');

/** Builds a package in an empty folder, and writes it to `out`. */
type Build = (version: string, work: string, out: string) => Promise<void>;

const BUILDS: Readonly<Record<string, Build>> = { typescript: buildTypeScript };

async function buildTypeScript(version: string, work: string, out: string): Promise<void> {
  const source = join(ROOT, 'clients/typescript');
  await run(process.execPath, ['tools/console/write-types.mjs'], { cwd: ROOT });
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const project = ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(work, 'dist')];
  await run(process.execPath, [compiler, ...project]);
  const metadata = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as object;
  await writeFile(join(work, 'package.json'), JSON.stringify({ ...metadata, version }, null, 2));
  await copyFile(join(source, 'README.md'), join(work, 'README.md'));
  await copyFile(join(ROOT, 'LICENSE'), join(work, 'LICENSE'));
  await run('npm', ['pack', '--silent', '--pack-destination', out], { cwd: work });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: 'release' } },
    allowPositionals: true,
  });
  const out = resolve(values.out);
  await mkdir(out, { recursive: true });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  for (const [name, build] of Object.entries(BUILDS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const work = await mkdtemp(join(tmpdir(), 'privacy-chat-client-'));
    try {
      await build(version, work, out);
      console.log(`client, ${name}: ${out}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
