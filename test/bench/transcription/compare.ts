import { join } from 'node:path';
import { testModelsDir, wordErrorRate } from '@app/testing';
import { startBare } from './bare';
import type { Heard } from './heard';
import { makeRecording, type Recording } from './recordings';
import { startService } from './service';

const ROUNDS = 3;

/** Measures word error rate, real-time factor and time of the service and the bare engine on the same files, alternately. */
export async function compare(model: string, folder: string): Promise<void> {
  const english = await makeRecording(folder, 'english.wav', 'en', 5);
  const recordings = [english];
  if (!model.endsWith('.en')) recordings.push(await makeRecording(folder, 'german.wav', 'de', 5));
  const short = await makeRecording(folder, 'short.wav', 'en', 0.1);
  const bare = startBare(join(testModelsDir(), model));
  const service = await startService(model);
  try {
    console.log(`${model}, one after the other, one thread`);
    for (const recording of recordings) {
      // The first recordings load the models and warm the code up.
      for (const door of [bare, service]) await door.transcribe({ ...short, language: recording.language });
      const rounds: { bare: Heard; service: Heard }[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({ bare: await bare.transcribe(recording), service: await service.transcribe(recording) });
      report(recording, rounds);
    }
  } finally {
    await service.stop();
    bare.stop();
  }
}

function report(recording: Recording, rounds: readonly { bare: Heard; service: Heard }[]): void {
  console.log(`${recording.language}, ${recording.seconds.toFixed(0)} s of speech, ${rounds.length} rounds`);
  for (const door of ['bare', 'service'] as const) {
    const heard = rounds.map((round) => round[door]);
    const seconds = median(heard.map((one) => one.seconds));
    const rates = heard.map(({ text }) => percent(wordErrorRate(recording.text, text)));
    console.log(
      `  ${door.padEnd(7)} ${seconds.toFixed(2)} s (${heard.map((one) => one.seconds.toFixed(2)).join(', ')}), ` +
        `real-time factor ${(seconds / recording.seconds).toFixed(4)}, processor ${median(heard.map(({ cpu }) => cpu)).toFixed(2)} s, ` +
        `word error rate ${[...new Set(rates)].join(', ')}`,
    );
  }
  const overheads = rounds.map((round) => round.service.seconds / round.bare.seconds - 1);
  console.log(
    `  overhead ${percent(median(overheads))} of the bare engine's time (${overheads.map(percent).join(', ')})`,
  );
  const same = rounds.every((round) => wordErrorRate(round.bare.text, round.service.text) === 0);
  console.log(`  the two texts are ${same ? 'the same, word for word' : 'not the same'}`);
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
