import { AudioRejected, type AudioSource } from './audio-source';
import { ByteReader } from './byte-reader';
import { inspectMp4, type IndexMove } from './mp4';

/** The containers that are recognized by their first bytes, as ffmpeg's demuxers name them. */
export const CONTAINERS = [
  'mp3',
  'wav',
  'mov',
  'ogg',
  'flac',
  'aac',
  'matroska',
  'amr',
  'asf',
  'aiff',
] as const;
export type Container = (typeof CONTAINERS)[number];

export interface AudioLayout {
  bytes: number;
  /** If absent, the decoder recognizes the container among few. */
  container?: Container;
  move?: IndexMove;
  /** The length of the sound, if the file states it in no other way. */
  seconds?: number;
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
    const container = containerOf(await reader.peek(16));
    const found = container && (await INSPECTIONS[container]?.(reader));
    await reader.skipToEnd();
    return { bytes: reader.position, container, ...found };
  } finally {
    stream.destroy();
  }
}

/** The first bytes of Matroska and WebM (RFC 8794, section 11.2.1), and of ASF (Advanced Systems Format, section 10.1). */
const EBML = '\x1a\x45\xdf\xa3';
const ASF_HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';

function containerOf(bytes: Buffer): Container | undefined {
  const start = bytes.toString('latin1');
  if (/^RIFF.{4}WAVE/s.test(start)) return 'wav';
  if (/^FORM.{4}AIF[FC]/s.test(start)) return 'aiff';
  if (start.startsWith('OggS')) return 'ogg';
  if (start.startsWith('fLaC')) return 'flac';
  if (/^#!AMR(?:-WB)?\n/.test(start)) return 'amr';
  if (start.startsWith(EBML)) return 'matroska';
  if (start.startsWith(ASF_HEADER)) return 'asf';
  if (MP4_FIRST_BOXES.has(start.slice(4, 8))) return 'mov';
  // An ADTS frame (ISO/IEC 13818-7, section 6.2) has layer 0, and a frame of MP3 has not.
  if (/^\xff[\xf0\xf1\xf8\xf9]/.test(start)) return 'aac';
  if (start.startsWith('ID3') || /^\xff[\xe0-\xff]/.test(start)) return 'mp3';
  return undefined;
}

type Inspect = (reader: ByteReader) => Promise<Pick<AudioLayout, 'move' | 'seconds'> | void>;

/** The inspections of containers that state their length. */
const INSPECTIONS: Partial<Record<Container, Inspect>> = {
  mp3: inspectMp3,
  wav: inspectWav,
  mov: async (reader) => {
    const move = await inspectMp4(reader);
    return move && { move };
  },
  ogg: inspectOgg,
  flac: inspectFlac,
  matroska: inspectMatroska,
  asf: inspectAsf,
  aiff: inspectAiff,
};

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

/**
 * Checks the size of the whole file (Audio Interchange File Format 1.3).
 *
 * @throws AudioRejected if the file ends before the stated size
 */
async function inspectAiff(reader: ByteReader): Promise<void> {
  const header = await reader.take(8);
  if (!(await reader.skip(header.readUInt32BE(4)))) throw new AudioRejected('incomplete');
}

/** Returns the stated length (RFC 9639, section 8.2), which only the decoder can check. */
async function inspectFlac(reader: ByteReader): Promise<{ seconds: number } | undefined> {
  const head = await reader.take(26);
  if (head.length < 26) throw new AudioRejected('incomplete');
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = (head[21]! & 0xf) * 2 ** 32 + head.readUInt32BE(22);
  return rate > 0 && samples > 0 ? { seconds: samples / rate } : undefined;
}

const SEGMENT = '\x18\x53\x80\x67';

/**
 * Checks the size of the segment (RFC 8794, section 4). Recorders that were stopped leave it open.
 *
 * @throws AudioRejected if the file ends before the stated size
 */
async function inspectMatroska(reader: ByteReader): Promise<void> {
  await reader.skip(EBML.length);
  const head = await elementSize(reader);
  if (head === Infinity) return;
  if (!(await reader.skip(head))) throw new AudioRejected('incomplete');
  const next = await reader.take(SEGMENT.length);
  if (next.toString('latin1') !== SEGMENT) return;
  const size = await elementSize(reader);
  if (size !== Infinity && !(await reader.skip(size))) throw new AudioRejected('incomplete');
}

/** Reads the size of an element; infinite if it is open or invalid. */
async function elementSize(reader: ByteReader): Promise<number> {
  const [first = 0] = await reader.take(1);
  const length = Math.clz32(first) - 23;
  if (length > 8) return Infinity;
  const bytes = Buffer.concat([Buffer.of(first & (0xff >> length)), await reader.take(length - 1)]);
  const size = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return size >= 2 ** (7 * length) - 1 ? Infinity : size;
}

/** The properties of the file (Advanced Systems Format, section 3.2), and the most bytes of headers in which they are. */
const FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const MOST_ASF_HEADER_BYTES = 64 * 1024;
const IS_LIVE = 1;

/**
 * Checks the size of the whole file. Live recorders state none.
 *
 * @throws AudioRejected if the file ends before the stated size
 */
async function inspectAsf(reader: ByteReader): Promise<void> {
  const header = await reader.peek(MOST_ASF_HEADER_BYTES);
  const at = header.indexOf(FILE_PROPERTIES);
  if (at < 0 || header.length < at + 92) return;
  const stated = Number(header.readBigUInt64LE(at + 40));
  const isLive = (header.readUInt32LE(at + 88) & IS_LIVE) !== 0;
  if (!isLive && !(await reader.skip(stated))) throw new AudioRejected('incomplete');
}
