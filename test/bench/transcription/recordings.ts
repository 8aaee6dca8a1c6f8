import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FIXTURES = join(__dirname, '../../fixtures/speech');
const TEXTS = JSON.parse(readFileSync(join(FIXTURES, 'transcripts.json'), 'utf8')) as Record<string, string>;
const SPOKEN = {
  en: Object.keys(TEXTS).filter((name) => name.startsWith('librivox')),
  de: ['pico-german.wav'],
};

export interface Recording {
  file: string;
  language: 'en' | 'de';
  seconds: number;
  /** Its transcript. */
  text: string;
}

/**
 * Concatenates the test recordings of a language until they last at least `minutes`.
 *
 * @param name of the file in `folder`; its extension selects the encoding
 */
export async function makeRecording(
  folder: string,
  name: string,
  language: Recording['language'],
  minutes: number,
): Promise<Recording> {
  const sources = SPOKEN[language].map((source) => join(FIXTURES, source));
  const once = join(folder, `once-${language}.wav`);
  const inputs = sources.flatMap((source) => ['-i', source]);
  await ffmpeg(...inputs, '-filter_complex', `concat=n=${sources.length}:v=0:a=1`, '-ar', '16000', once);
  const times = Math.ceil((minutes * 60) / (await secondsOf(once)));
  const file = join(folder, name);
  await ffmpeg('-stream_loop', String(times - 1), '-i', once, '-b:a', '32k', file);
  const text = SPOKEN[language].map((source) => TEXTS[source]).join(' ');
  return { file, language, seconds: await secondsOf(file), text: `${text} `.repeat(times).trim() };
}

const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args]);

async function secondsOf(file: string): Promise<number> {
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  return Number((await run('ffprobe', [...show, file])).stdout);
}
