import { AudioRejected } from './audio-rejected';
import type { ByteReader } from './byte-reader';

const ID3_HEADER_BYTES = 10;
/** The tag lies behind frame header, optional checksum and side information: 38 bytes at most, then 16 of its own. */
const TAG_REGION_BYTES = 64;
const HAS_FRAMES = 1;
const HAS_BYTES = 2;

/**
 * An encoder's Xing or Info tag states how many bytes the stream has; without one, nobody can know.
 *
 * @throws AudioRejected where there are fewer bytes than stated
 */
export async function inspectMp3(reader: ByteReader): Promise<void> {
  const head = await reader.peek(ID3_HEADER_BYTES);
  if (head.toString('latin1', 0, 3) === 'ID3') {
    const tagBytes = ID3_HEADER_BYTES + syncSafe(head.subarray(6, 10));
    if (!(await reader.skip(tagBytes))) throw new AudioRejected('incomplete');
  }
  const begin = reader.position;
  const stated = statedBytes(await reader.take(TAG_REGION_BYTES));
  await reader.skipToEnd();
  if (stated !== undefined && reader.position - begin < stated) throw new AudioRejected('incomplete');
}

function statedBytes(frame: Buffer): number | undefined {
  const at = Math.max(frame.indexOf('Xing', 0, 'latin1'), frame.indexOf('Info', 0, 'latin1'));
  if (at < 0 || frame.length < at + 16) return undefined;
  const flags = frame.readUInt32BE(at + 4);
  if (!(flags & HAS_BYTES)) return undefined;
  return frame.readUInt32BE(at + 8 + (flags & HAS_FRAMES ? 4 : 0));
}

/** Seven bits a byte (ID3v2.4.0, section 6.2). */
const syncSafe = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
