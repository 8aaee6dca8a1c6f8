/**
 * Compares the service's speech recognition with the bare engine: `npm run bench:transcription [-- PART...]`.
 *
 * Parts, all by default: `compare` (word error rate and time of both on the same files), `memory` (of a worker with three minutes
 * and three hours of speech; takes ten minutes), `throughput` (several workers), `bleeping` (muted values that are recognized
 * again). With BENCH_PEOPLE, the folder of `bench:speakers` with subfolders named by language (`en-allison`), also `words`
 * (errors of their times) and `languages` (recognized ones). The model is BENCH_SPEECH_MODEL, by default Whisper base, and for `memory`
 * tiny.en.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoSpeechModel } from '@app/testing';
import { bleeping } from './transcription/bleeping';
import { compare } from './transcription/compare';
import { languages } from './transcription/languages';
import { memory } from './transcription/memory';
import { throughput } from './transcription/throughput';
import { words } from './transcription/words';

const PEOPLE = process.env.BENCH_PEOPLE ?? '';

const PARTS = {
  compare: { run: compare, model: 'whisper-base' },
  memory: { run: memory, model: 'whisper-tiny.en' },
  throughput: { run: throughput, model: 'whisper-base' },
  bleeping: { run: bleeping, model: 'whisper-base' },
  ...(PEOPLE !== '' && {
    words: { run: words, model: 'whisper-base' },
    languages: { run: languages, model: 'whisper-base' },
  }),
};
type Part = keyof typeof PARTS;

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in PARTS));
  if (unknown) throw new Error(`${unknown} is no part: ${Object.keys(PARTS).join(', ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-transcription-'));
  try {
    for (const name of (named.length > 0 ? named : Object.keys(PARTS)) as Part[]) {
      const { run, model: usual } = PARTS[name]!;
      const model = process.env.BENCH_SPEECH_MODEL ?? usual;
      const missing = whyNoSpeechModel(model);
      if (missing) throw new Error(missing);
      console.log(`\n${name}: ${cpus().length} processors, load ${loadavg()[0]!.toFixed(2)}`);
      await run(model, folder, PEOPLE);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

void main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
