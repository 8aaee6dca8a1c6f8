import { SAMPLE_RATE } from './audio-source';

export const WAVE_HEADER_BYTES = 44;
/** A longer file states this length, and ends where it ends. */
const MOST_BYTES = 0xffff_ffff;

/** Returns the beginning of a RIFF/WAVE file: PCM, 16-bit, mono. */
export function waveHeader(samples: number): Buffer {
  const bytes = Math.min(2 * samples, MOST_BYTES - WAVE_HEADER_BYTES);
  const header = Buffer.alloc(WAVE_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAVE_HEADER_BYTES - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
