import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers } from '../../../libs/testing/src/random-numbers';
import type { SpeakerTurn } from '../../../libs/transcription/src/speakers/speaker-turns';

const RATE = 16_000;

/** A made conversation: its sound, and who speaks when. */
export interface Conversation {
  name: string;
  speakers: number;
  samples: Int16Array;
  turns: SpeakerTurn[];
}

/** The recordings of one person, as samples. */
export type Voice = readonly Int16Array[];

/** A recording with less or more sound is not used. In seconds. */
const LEAST_SECONDS = 0.8;
const MOST_SECONDS = 20;
/** The recordings of one person that are read. */
const MOST_RECORDINGS = 150;

/** Returns the names of the people: a subfolder each. */
export const peopleIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Reads the recordings of each person. */
export function readVoices(folder: string, people = peopleIn(folder)): Voice[] {
  return people.map((name) => {
    const files = readdirSync(join(folder, name)).sort();
    const step = Math.max(files.length / MOST_RECORDINGS, 1);
    const chosen = files.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
    return chosen
      .map((file) => trimmed(decoded(join(folder, name, file))))
      .filter(({ length }) => length > LEAST_SECONDS * RATE && length < MOST_SECONDS * RATE);
  });
}

const decoded = (file: string): Int16Array =>
  samplesOf(
    execFileSync('ffmpeg', [...'-v error -i'.split(' '), file, ...FORMAT, '-'], { maxBuffer: 2 ** 28 }),
  );
const FORMAT = `-ar ${RATE} -ac 1 -f s16le`.split(' ');

const samplesOf = (bytes: Buffer): Int16Array =>
  new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 2)) as ArrayBuffer,
  );

const isLoud = (sample: number): boolean => Math.abs(sample) > 300;

/** Removes silence at both ends. */
function trimmed(samples: Int16Array): Int16Array {
  const start = samples.findIndex(isLoud);
  const end = samples.findLastIndex(isLoud);
  return start < 0 ? samples.subarray(0, 0) : samples.subarray(start, end + 1);
}

/** In samples: the length in which loudness is measured. */
const SHORT = 0.02 * RATE;
/** Sound below this share of the loudness of speech, which is 26 dB, is silence. */
const SILENT = 0.05;
/** In seconds: a longer silence within a recording is a pause, and belongs to no turn. */
const LEAST_PAUSE = 0.3;

/** Returns the parts of a recording between its pauses, in seconds. */
function spoken(samples: Int16Array): { start: number; end: number }[] {
  const loudness = Array.from({ length: Math.floor(samples.length / SHORT) }, (_, i) =>
    Math.hypot(...samples.subarray(i * SHORT, (i + 1) * SHORT)),
  );
  const ofSpeech = loudness.toSorted((a, b) => a - b)[Math.floor(loudness.length * 0.95)]!;
  const parts: { start: number; end: number }[] = [];
  loudness.forEach((loud, i) => {
    if (loud < SILENT * ofSpeech) return;
    const [start, end] = [(i * SHORT) / RATE, ((i + 1) * SHORT) / RATE];
    const last = parts.at(-1);
    if (last && start - last.end < LEAST_PAUSE) last.end = end;
    else parts.push({ start, end });
  });
  return parts;
}

/** The share of turns that begin before the last one ends. */
const OVERLAPPING = 0.15;

/** Makes a conversation: turns of 1 to 9 seconds, pauses of up to 1.5 seconds, and turns that overlap by up to 1.2. */
export function makeConversation(
  voices: readonly Voice[],
  {
    speakers,
    seconds,
    seed,
    isTelephone,
  }: { speakers: number; seconds: number; seed: number; isTelephone: boolean },
): Conversation {
  const random = randomNumbers(seed);
  const people = shuffled(voices, random).slice(0, speakers);
  const samples = new Float32Array((seconds + 30) * RATE);
  const turns: SpeakerTurn[] = [];
  let [at, last] = [0.3, -1];
  for (let turn = 0; at < seconds; turn++) {
    const speaker = turn < speakers ? turn : (last + 1 + Math.floor(random() * (speakers - 1))) % speakers;
    const length = 1 + random() * 8;
    const start = at;
    let end = at;
    while (at - start < length) {
      const voice = people[speaker]!;
      const said = voice[Math.floor(random() * voice.length)]!;
      const offset = Math.floor(at * RATE);
      said.forEach((sample, i) => (samples[offset + i]! += sample));
      for (const part of spoken(said)) turns.push({ speaker, start: at + part.start, end: at + part.end });
      end = at + said.length / RATE;
      at = end + 0.1 + random() * 0.2;
    }
    at = random() < OVERLAPPING ? Math.max(end - 0.3 - random() * 0.9, start + 0.5) : end + random() * 1.5;
    last = speaker;
  }
  const length = Math.ceil((Math.max(...turns.map(({ end }) => end)) + 0.3) * RATE);
  const whole = Int16Array.from(samples.subarray(0, length), (sample) =>
    Math.max(Math.min(sample, 32_767), -32_768),
  );
  return {
    name: `${speakers} speakers, ${isTelephone ? 'telephone' : 'wide band'}`,
    speakers,
    samples: isTelephone ? overTelephone(whole) : whole,
    turns: turns.sort((a, b) => a.start - b.start),
  };
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

/** Returns the sound of a telephone: 300 to 3400 Hz, 8 kHz, mu-law. */
function overTelephone(samples: Int16Array): Int16Array {
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const run = (from: string, to: string, sound: Buffer) =>
    execFileSync('ffmpeg', `-v error ${from} -i - ${to} -`.split(' '), { input: sound, maxBuffer: 2 ** 28 });
  const call = run(
    `-f s16le -ar ${RATE} -ac 1`,
    '-af highpass=f=300,lowpass=f=3400 -ar 8000 -f mulaw',
    input,
  );
  return samplesOf(run('-f mulaw -ar 8000 -ac 1', FORMAT.join(' '), call));
}
