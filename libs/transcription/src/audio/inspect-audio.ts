import { AudioRejected, type AudioSource } from './audio-source';
import { ByteReader } from './byte-reader';
import { inspectMp4, type IndexMove } from './mp4';

export interface AudioLayout {
  bytes: number;
  move?: IndexMove;
}

const MP4_FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot']);

/**
 * Reads a recording once, and says how to stream it into a decoder. Content decides, never a name. What is of no
 * known container is left to the decoder's judgement.
 *
 * @throws AudioRejected where the file ends before the length that it states
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
/** The tag lies behind frame header, optional checksum and side information: 38 bytes at most, then 16 of its own. */
const TAG_REGION_BYTES = 64;
const HAS_FRAMES = 1;
const HAS_BYTES = 2;

/**
 * An encoder's Xing or Info tag states how many bytes the stream has; without one, nobody can know.
 *
 * @throws AudioRejected where there are fewer bytes than stated
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

/** Seven bits a byte (ID3v2.4.0, section 6.2). */
const syncSafe = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);

const HEADER_BYTES = 27;

/**
 * Ogg pages, one after the other (RFC 3533, section 6). A page that is cut means a file that is cut; a missing
 * end-of-stream mark does not, as recorders that were stopped leave it out.
 *
 * @throws AudioRejected
 */
async function inspectOgg(reader: ByteReader): Promise<void> {
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

/** Sizes from here on are what recorders write that cannot go back to the header: the data end where the file does. */
const OPEN_ENDED = 0x7fff_0000;

/**
 * RIFF chunks up to the samples (Multimedia Programming Interface and Data Specifications 1.0).
 *
 * @throws AudioRejected where the samples end before the stated size
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
