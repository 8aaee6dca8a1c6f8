import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { whenChanged } from '../launcher/fresh.mjs';
import { say } from '../launcher/say.mjs';
import { findProgram } from '../launcher/system-packages.mjs';

const FILES = import.meta.dirname;
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'privacy-chat/openapi');
const GO_GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/**
 * Runs a command.
 *
 * @throws Error with its output if it fails
 */
export function run(command, args, options = {}) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  } catch (cause) {
    throw new Error(`${cause.message}\n${cause.stdout ?? ''}${cause.stderr ?? ''}`, { cause });
  }
}

/**
 * Fetches the linters once, as locked, and stores them outside the repository.
 *
 * @returns the folder of their programs
 */
export async function linters() {
  const folder = folderOf('linters');
  const files = ['package.json', 'package-lock.json'];
  await once(folder, files, () => {
    for (const file of files) copyFileSync(join(FILES, file), join(folder, file));
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  });
  return join(folder, 'node_modules/.bin');
}

/**
 * @returns the folder of the programs of a Python environment with the generator; undefined without a suitable Python
 */
export const pythonGenerator = () => pythonPrograms('python', 'requirements.txt', '(3, 10)');

/** @returns the path of schemathesis; undefined without a suitable Python */
export async function schemathesis() {
  const programs = await pythonPrograms('schemathesis', 'schemathesis-requirements.txt', '(3, 11)');
  return programs && join(programs, 'st');
}

/** @param oldest the minimum version of Python for the packages of `file` */
async function pythonPrograms(name, file, oldest) {
  const python = findProgram('python3');
  // Debian's Python lacks ensurepip until `python3-venv` is installed.
  const canMake = `import ensurepip, sys; sys.exit(sys.version_info < ${oldest})`;
  if (!python || spawnSync(python, ['-c', canMake]).status !== 0) return undefined;
  const folder = folderOf(name);
  await once(folder, [file], () => {
    run(python, ['-m', 'venv', join(folder, 'venv')]);
    const requirements = join(FILES, file);
    run(join(folder, 'venv/bin/pip'), ['--disable-pip-version-check', 'install', '-r', requirements]);
  });
  return join(folder, 'venv/bin');
}

/** @returns the generator's path; undefined without Go */
export async function goGenerator() {
  if (!findProgram('go')) return undefined;
  const folder = folderOf('go');
  writeFileSync(join(folder, 'wanted.json'), GO_GENERATOR);
  await once(folder, [join(folder, 'wanted.json')], () =>
    run('go', ['install', GO_GENERATOR], { env: { ...process.env, GOBIN: folder } }),
  );
  return join(folder, 'oapi-codegen');
}

function folderOf(name) {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param inputs files of this folder, or absolute paths, that determine the installation */
const once = (folder, inputs, install) =>
  whenChanged(
    join(folder, '.installed'),
    inputs.map((file) => (file.startsWith('/') ? file : join(FILES, file))),
    async () => {
      say(`fetching tools to ${folder} (once)`);
      install();
    },
  );
