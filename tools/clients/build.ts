/**
 * `npm run clients:build [-- --out FOLDER] [NAMES]`: builds the packages of `clients/`, by default both, with the version of
 * this repository. The types and operations come from the OpenAPI document.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { clientsFolder, whyNoClients } from '@app/testing';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');

/** Builds a package in an empty folder, and writes it to `out`. */
type Build = (version: string, work: string, out: string) => Promise<void>;

const BUILDS: Readonly<Record<string, Build>> = { typescript: buildTypeScript, python: buildPython };

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

/** Builds a wheel and a source archive. The generator writes most of the package. */
async function buildPython(version: string, work: string, out: string): Promise<void> {
  const missing = whyNoClients('python-client');
  if (missing) throw new Error(missing);
  const programs = join(clientsFolder('python-client'), 'bin');
  const source = join(ROOT, 'clients/python');
  await cp(join(source, 'privacy_chat_client'), join(work, 'privacy_chat_client'), {
    recursive: true,
    filter: (path) => !path.endsWith('__pycache__'),
  });
  const metadata = await readFile(join(source, 'pyproject.toml'), 'utf8');
  await writeFile(
    join(work, 'pyproject.toml'),
    metadata.replace('version = "0.0.0"', `version = "${version}"`),
  );
  await copyFile(join(source, 'README.md'), join(work, 'README.md'));
  await copyFile(join(ROOT, 'LICENSE'), join(work, 'LICENSE'));
  const print = ['--require', './tools/typescript/register.cjs', 'tools/openapi/print-document.ts'];
  const { stdout } = await run(process.execPath, print, { cwd: ROOT, maxBuffer: 64 * 1024 ** 2 });
  const document = join(work, 'openapi.json');
  await writeFile(document, stdout);
  const generated = join(work, 'privacy_chat_client/generated');
  const config = join(ROOT, 'tools/openapi/python-client.yaml');
  const files = ['--path', document, '--config', config, '--output-path', generated];
  const args = ['generate', '--meta', 'none', '--fail-on-warning', ...files];
  await run(join(programs, 'openapi-python-client'), args);
  await rm(document);
  await run(join(programs, 'hatchling'), ['build', '--directory', out], { cwd: work });
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
