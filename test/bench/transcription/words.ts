import { readPrompts } from './prompts';
import { startService } from './service';

interface Word {
  start: number;
  end: number;
}

/** Within this, a time is good enough to mute a word. In seconds. */
const NEAR = 0.2;

/**
 * Measures the times of the first and the last word of each sentence against the sound: sentences are cut where their sound
 * begins and ends, and joined with half a second of silence.
 */
export async function words(model: string, _folder: string, people: string): Promise<void> {
  const service = await startService(model);
  const errors = { start: [] as number[], end: [] as number[] };
  let sentences = 0;
  try {
    for (const prompts of readPrompts(people, 60, 2)) {
      const fields = { lang: prompts.language, words: 'true' };
      const { segments } = await service.result(prompts.file, 'prompts.wav', fields);
      const all = (segments as { words: Word[] }[]).flatMap(({ words }) => words);
      for (const { start, end } of prompts.sentences) {
        sentences += 1;
        const within = all.filter(
          (word) => (word.start + word.end) / 2 > start && (word.start + word.end) / 2 < end,
        );
        if (within.length === 0) continue;
        errors.start.push(Math.abs(within[0]!.start - start));
        errors.end.push(Math.abs(within.at(-1)!.end - end));
      }
    }
  } finally {
    await service.stop();
  }
  for (const [name, values] of Object.entries(errors)) {
    const sorted = values.sort((a, b) => a - b);
    const near = values.filter((value) => value <= NEAR).length / values.length;
    console.log(
      `${name} of words: median error ${sorted[Math.floor(values.length / 2)]!.toFixed(2)} s, ` +
        `90th percentile ${sorted[Math.floor(values.length * 0.9)]!.toFixed(2)} s, within ${NEAR} s ${(100 * near).toFixed(0)} % ` +
        `(${values.length} of ${sentences} sentences have words)`,
    );
  }
}
