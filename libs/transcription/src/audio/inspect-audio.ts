import { AudioRejected, type AudioSource } from './audio-source';
import { ByteReader } from './byte-reader';
import { inspectMp4, type IndexMove } from './mp4';

export interface AudioLayout {
  bytes: number;
  move?: IndexMove;
}

const MP4_FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot']);

/**
 * Reads a recording once, and returns how to stream it into a decoder. Content determines the format, never the name. An
 * unknown container is left to the decoder.
 *
 * @throws AudioRejected if the file ends before the length that it states
 */
export async function inspectAudio(source: AudioSource): Promise<AudioLayout> {
  const stream = await source.open();
  try {
    const reader = new ByteReader(stream);
    const move = await inspect(reader);
    await reader.skipToEnd();
    return { bytes: reader.position, move };
  } finally {
    stream.destroy();
  }
}

async function inspect(reader: ByteReader): Promise<IndexMove | undefined> {
  const start = (await reader.peek(12)).toString('latin1');
  if (/^RIFF.{4}WAVE/s.test(start)) await inspectWav(reader);
  else if (start.startsWith('OggS')) await inspectOgg(reader);
  else if (MP4_FIRST_BOXES.has(start.slice(4, 8))) return inspectMp4(reader);
  else if (start.startsWith('ID3') || /^\xff[\xe0-\xff]/.test(start)) await inspectMp3(reader);
  return undefined;
}

const ID3_HEADER_BYTES = 10;
/** The tag follows frame header, optional checksum and side information: at most 38 bytes, then 16 bytes of the tag. */
const TAG_REGION_BYTES = 64;
const HAS_FRAMES = 1;
const HAS_BYTES = 2;

/**
 * Checks the number of bytes that an encoder's Xing or Info tag states. Without a tag the length is unknown.
 *
 * @throws AudioRejected if there are fewer bytes than stated
 */
async function inspectMp3(reader: ByteReader): Promise<void> {
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

/** Decodes seven bits per byte (ID3v2.4.0, section 6.2). */
const syncSafe = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);

const HEADER_BYTES = 27;

/**
 * Checks the Ogg pages one after the other (RFC 3533, section 6). A truncated page means a truncated file. A missing
 * end-of-stream mark does not, because recorders that were stopped omit it.
 *
 * @throws AudioRejected if a page is truncated
 */
async function inspectOgg(reader: ByteReader): Promise<void> {
  for (;;) {
    const header = await reader.take(HEADER_BYTES);
    if (header.length === 0) return;
    // Data after the pages is left to the decoder.
    if (!header.toString('latin1').startsWith('OggS')) return reader.skipToEnd();
    if (header.length < HEADER_BYTES) throw new AudioRejected('incomplete');
    const lacing = await reader.take(header[26]!);
    const body = lacing.reduce((sum, bytes) => sum + bytes, 0);
    if (lacing.length < header[26]! || !(await reader.skip(body))) throw new AudioRejected('incomplete');
  }
}

/** Recorders that cannot rewrite the header write such sizes: the data then ends at the end of the file. */
const OPEN_ENDED = 0x7fff_0000;

/**
 * Checks the RIFF chunks up to the samples (Multimedia Programming Interface and Data Specifications 1.0).
 *
 * @throws AudioRejected if the samples end before the stated size
 */
async function inspectWav(reader: ByteReader): Promise<void> {
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
