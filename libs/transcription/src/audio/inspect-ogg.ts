import { AudioRejected } from './audio-rejected';
import type { ByteReader } from './byte-reader';

const HEADER_BYTES = 27;

/**
 * Ogg pages, one after the other (RFC 3533, section 6). A page that is cut means a file that is cut; a missing
 * end-of-stream mark does not, as recorders that were stopped leave it out.
 *
 * @throws AudioRejected
 */
export async function inspectOgg(reader: ByteReader): Promise<void> {
  for (;;) {
    const header = await reader.take(HEADER_BYTES);
    if (header.length === 0) return;
    // What is no page any more is the decoder's to judge.
    if (!header.toString('latin1').startsWith('OggS')) return reader.skipToEnd();
    if (header.length < HEADER_BYTES) throw new AudioRejected('incomplete');
    const lacing = await reader.take(header[26]!);
    const body = lacing.reduce((sum, bytes) => sum + bytes, 0);
    if (lacing.length < header[26]! || !(await reader.skip(body))) throw new AudioRejected('incomplete');
  }
}
