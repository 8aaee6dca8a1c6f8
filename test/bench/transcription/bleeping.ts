import { readFileSync } from 'node:fs';
import { makeRecording } from './recordings';
import { startService } from './service';

const LEAST_LETTERS = 3;

/** Mutes the names in the recordings of the fixtures, and recognizes them again. */
export async function bleeping(model: string, folder: string): Promise<void> {
  const recording = await makeRecording(folder, 'bleep.wav', 'en', 1);
  const file = readFileSync(recording.file);
  const service = await startService(model);
  try {
    const plain = await service.result(file, 'bleep.wav', { lang: 'en' });
    const hidden = await service.result(file, 'bleep.wav', { lang: 'en', choices: 'Names', bleep: 'true' });
    const link = await fetch(String(hidden.file_url));
    const muted = await service.result(Buffer.from(await link.arrayBuffer()), 'muted.wav', { lang: 'en' });
    const [before, kept, after] = [plain, hidden, muted].map(({ transcript }) =>
      countsOf(String(transcript)),
    );
    // The words that the hidden transcript lacks are the values.
    const lost = (from: Map<string, number>, to: Map<string, number>) =>
      [...from].map(([word, count]): [string, number] => [word, Math.max(count - (to.get(word) ?? 0), 0)]);
    const values = new Map(
      lost(before!, kept!).filter(([word, count]) => count > 0 && word.length >= LEAST_LETTERS),
    );
    const all = [...values.values()].reduce((sum, count) => sum + count, 0);
    const back = [...values].reduce((sum, [word, count]) => sum + Math.min(after!.get(word) ?? 0, count), 0);
    const others = [...kept!.values()].reduce((sum, count) => sum + count, 0);
    const neighbours = lost(kept!, after!).reduce((sum, [, count]) => sum + count, 0);
    console.log(
      `${model}, ${recording.seconds.toFixed(0)} s: ${back} of ${all} words of hidden values are recognized in the muted recording; ` +
        `${neighbours} of ${others} other words are lost`,
    );
  } finally {
    await service.stop();
  }
}

/** Counts the words of a text, without placeholders. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text
    .replaceAll(/\[[A-Z_0-9]+\]/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
