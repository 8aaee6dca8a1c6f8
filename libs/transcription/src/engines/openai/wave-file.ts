import { SAMPLE_RATE } from '../../audio/sample-rate';

export const WAVE_HEADER_BYTES = 44;

/** Samples as a RIFF/WAVE file: PCM, 16 bit, mono. */
export function waveFile(samples: Int16Array): Buffer {
  const file = Buffer.alloc(WAVE_HEADER_BYTES + samples.byteLength);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.byteLength, 40);
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(file, WAVE_HEADER_BYTES);
  return file;
}
