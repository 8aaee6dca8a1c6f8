/** WAV files: PCM, 16 bit, 16 kHz. */

const RATE = 16_000;

/** Returns the samples of a WAV file with one channel. */
export function samplesOf(file: Buffer): Int16Array {
  const start = file.indexOf('data') + 8;
  return Int16Array.from({ length: Math.floor((file.length - start) / 2) }, (_, i) =>
    file.readInt16LE(start + 2 * i),
  );
}

/** Returns the length of a channel in seconds. */
export const secondsOf = (samples: Int16Array): number => samples.length / RATE;

/** Joins turns with half a second of silence after each. */
export function conversation(turns: readonly Int16Array[]): Int16Array {
  const pause = new Int16Array(RATE / 2);
  return Int16Array.from(turns.flatMap((turn) => [...turn, ...pause]));
}

/** Returns where each turn of a {@link conversation} starts, in seconds. */
export const startsOf = (turns: readonly Int16Array[]): number[] =>
  turns.map((_, i) => turns.slice(0, i).reduce((sum, turn) => sum + secondsOf(turn) + 0.5, 0));

/** Returns a WAV file. The samples of several channels are interleaved. */
export function wave(samples: Int16Array, channels = 1): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE * channels, 28);
  header.writeUInt16LE(2 * channels, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
