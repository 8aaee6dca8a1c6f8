import { AudioRejected } from './audio-rejected';
import type { ByteReader } from './byte-reader';

/** Sizes from here on are what recorders write that cannot go back to the header: the data end where the file does. */
const OPEN_ENDED = 0x7fff_0000;

/**
 * RIFF chunks up to the samples (Multimedia Programming Interface and Data Specifications 1.0).
 *
 * @throws AudioRejected where the samples end before the stated size
 */
export async function inspectWav(reader: ByteReader): Promise<void> {
  await reader.skip(12);
  for (;;) {
    const header = await reader.take(8);
    if (header.length < 8) throw new AudioRejected('incomplete');
    const size = header.readUInt32LE(4);
    const isData = header.toString('latin1', 0, 4) === 'data';
    if (isData && (size === 0 || size >= OPEN_ENDED)) return reader.skipToEnd();
    if (!(await reader.skip(isData ? size : size + (size % 2)))) throw new AudioRejected('incomplete');
    if (isData) return reader.skipToEnd();
  }
}
