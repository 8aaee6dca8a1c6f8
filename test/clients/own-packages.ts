import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { clientsFolder, type ClientPackages } from '@app/testing';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');

/** One of the packages in `clients/`. */
export interface OwnPackage {
  name: 'typescript' | 'python';
  /** Packages that it needs in addition to this repository's packages. */
  packages?: ClientPackages;
  /** Installs the built package in `folder`, with programs to run. */
  install(built: string, folder: string, programs: Readonly<Record<string, string>>): Promise<void>;
  /** Starts an installed program. */
  start(folder: string, program: string, env: Record<string, string>): ChildProcess;
}

const typescript: OwnPackage = {
  name: 'typescript',
  async install(built, folder, programs) {
    const modules = join(folder, 'node_modules');
    const installed = join(modules, '@privacy-chat/client');
    await mkdir(installed, { recursive: true });
    const archive = join(
      built,
      (await readdir(built)).find((file) => file.endsWith('.tgz'))!,
    );
    await run('tar', ['--extract', '--file', archive, '--directory', installed, '--strip-components=1']);
    for (const name of ['openapi-fetch', '@types'])
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
      // The declarations of the package are checked too.
      skipLibCheck: false,
    };
    for (const [name, code] of Object.entries(programs)) await writeFile(join(folder, `${name}.ts`), code);
    const files = Object.keys(programs).map((name) => `${name}.ts`);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await quietly(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '-p', folder]);
  },
  start: (folder, program, env) =>
    spawn(process.execPath, [join(folder, `${program}.js`)], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
};

const python: OwnPackage = {
  name: 'python',
  packages: 'python-client',
  async install(built, folder, programs) {
    const wheel = join(
      built,
      (await readdir(built)).find((file) => file.endsWith('.whl'))!,
    );
    const options = ['--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'];
    const pip = join(clientsFolder('python-client'), 'bin/pip');
    await quietly(pip, ['install', ...options, '--target', join(folder, 'site'), wheel]);
    for (const [name, code] of Object.entries(programs)) await writeFile(join(folder, `${name}.py`), code);
    await cp(join(ROOT, 'clients/python/tests'), folder, { recursive: true });
  },
  start: (folder, program, env) =>
    spawn(join(clientsFolder('python-client'), 'bin/python'), ['-u', join(folder, `${program}.py`)], {
      env: { ...env, PYTHONPATH: join(folder, 'site'), PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
};

export const OWN_PACKAGES: readonly OwnPackage[] = [typescript, python];

/** Builds a package as a release does. */
export const buildPackage = ({ name }: OwnPackage, out: string): Promise<void> =>
  quietly(process.execPath, [
    '--require',
    './tools/typescript/register.cjs',
    'tools/clients/build.ts',
    '--out',
    out,
    name,
  ]);

/** Returns the code of the README by section: that of one section is one program. */
export async function programsOf({ name }: OwnPackage): Promise<{ tour: string; receiver: string }> {
  const readme = await readFile(join(ROOT, 'clients', name, 'README.md'), 'utf8');
  const codeOf = (heading: string): string => {
    const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
    return [...section.matchAll(/^```(?:ts|python)\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
  };
  return { tour: codeOf('Five minutes'), receiver: codeOf('Webhooks') };
}

/** Runs a command. @throws Error with its output if it fails */
async function quietly(command: string, args: readonly string[]): Promise<void> {
  await run(command, args, { cwd: ROOT }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${stdout}\n${stderr}`);
  });
}
