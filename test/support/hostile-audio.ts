import { deflateSync } from 'node:zlib';

/** Makes recordings that attack the decoder: references to other files, bombs, and thousands of streams. */

/** Returns a Matroska element with a size of eight bytes (RFC 8794, section 4). */
function element(id: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The sample rate as a float: 16,000 per second. */
const RATE = Buffer.from('467a0000', 'hex');

const track = (id: number, ...more: Buffer[]): Buffer =>
  element(
    'ae',
    element('d7', number(id)),
    element('73c5', number(id)),
    element('83', Buffer.of(2)),
    element('86', 'A_PCM/INT/LIT'),
    element('e1', element('b5', RATE), element('9f', Buffer.of(1)), element('6264', Buffer.of(16))),
    ...more,
  );

const matroska = (...content: Buffer[]): Buffer =>
  Buffer.concat([element('1a45dfa3', element('4282', 'matroska')), element('18538067', ...content)]);

/** A Matroska file with this number of tracks, and no sound. */
export const manyTracks = (count: number): Buffer =>
  matroska(element('1654ae6b', ...Array.from({ length: count }, (_, i) => track(i + 1))));

/** A Matroska file with tags in tags. */
export function nestedTags(depth: number): Buffer {
  let tag: Buffer = Buffer.alloc(0);
  for (let i = 0; i < depth; i++) tag = element('67c8', tag);
  return matroska(element('1254c367', element('7373', tag)));
}

const COMPRESSED = element('6d80', element('6240', element('5034', element('4254', Buffer.of(0)))));

/** A Matroska file of silence in compressed blocks: a thousand times larger when they are decompressed. */
export function compressedSilence(blocks: number, bytesOfBlock: number): Buffer {
  const silence = deflateSync(Buffer.alloc(bytesOfBlock));
  const block = (time: number) => {
    const at = Buffer.alloc(4);
    at.writeUInt8(0x81);
    at.writeInt16BE(time, 1);
    at.writeUInt8(0x80, 3);
    return element('a3', at, silence);
  };
  const cluster = element(
    '1f43b675',
    element('e7', Buffer.of(0)),
    ...Array.from({ length: blocks }, (_, i) => block(i)),
  );
  return matroska(element('1654ae6b', track(1, COMPRESSED)), cluster);
}

/** Returns a box of MP4 (ISO/IEC 14496-12, section 4.2). */
function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  return Buffer.concat([number(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const FILE_TYPE = box('ftyp', 'qt  \0\0\0\0');

/** A reference movie (QuickTime File Format): its only content is the address of another file. */
export const referenceMovie = (address: string): Buffer =>
  Buffer.concat([
    FILE_TYPE,
    box(
      'moov',
      box('rmra', box('rmda', box('rdrf', '\0\0\0\0', 'url ', number(address.length + 1), `${address}\0`))),
    ),
  ]);

/** A file with a compressed index that is said to be this long. */
export const compressedIndex = (bytes: number, stated = bytes): Buffer =>
  Buffer.concat([
    FILE_TYPE,
    box(
      'moov',
      box('cmov', box('dcom', 'zlib'), box('cmvd', number(stated), deflateSync(Buffer.alloc(bytes)))),
    ),
  ]);

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);

/** Returns a file with other boxes of one type. */
function withBoxes(file: Buffer, type: string, change: (content: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const size = file.readUInt32BE(at) || file.length - at;
    const own = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + size);
    if (own === type) parts.push(change(content));
    else if (CONTAINERS.has(own)) parts.push(box(own, withBoxes(content, type, change)));
    else parts.push(file.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat(parts);
}

/** Returns an MP4 file with its track this many times. Its index must be behind the samples. */
export const manyTraks = (m4a: Buffer, count: number): Buffer =>
  withBoxes(m4a, 'trak', (content) =>
    Buffer.concat(Array.from({ length: count }, () => box('trak', content))),
  );

/** Returns an MP4 file with its samples in another file: an alias of QuickTime with an absolute path. */
export function samplesElsewhere(m4a: Buffer, path: string): Buffer {
  const pad = (text: string, bytes: number) =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(bytes)]).subarray(0, bytes);
  const short = (value: number) => number(value).subarray(2);
  const alias = box(
    'alis',
    Buffer.alloc(14),
    Buffer.of(4),
    pad('disk', 27),
    Buffer.alloc(12),
    Buffer.of(6),
    pad('passwd', 63),
    Buffer.alloc(16 + 4 + 16),
    short(2),
    short(path.length),
    path,
    short(0xffff),
    short(0),
  );
  return withBoxes(m4a, 'dref', () => box('dref', Buffer.alloc(4), number(1), alias));
}

/** Returns an Ogg file with this number of streams: its first page, under other numbers. */
export function manyStreams(ogg: Buffer, count: number): Buffer {
  const length = 27 + ogg[26]! + ogg.subarray(27, 27 + ogg[26]!).reduce((sum, bytes) => sum + bytes, 0);
  const pages = Array.from({ length: count }, (_, i) => {
    const page = Buffer.from(ogg.subarray(0, length));
    page.writeUInt32LE(i + 1, 14);
    page.writeUInt32LE(0, 22);
    page.writeUInt32LE(checksum(page), 22);
    return page;
  });
  return Buffer.concat([...pages, ogg]);
}

/** The checksum of an Ogg page (RFC 3533, section 6). */
function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  }
  return sum >>> 0;
}

/** Returns a FLAC file with a picture that is the address of a picture (RFC 9639, section 8.8). */
export function pictureElsewhere(flac: Buffer, address: string): Buffer {
  const text = (value: string) => Buffer.concat([number(value.length), Buffer.from(value)]);
  const picture = Buffer.concat([number(3), text('-->'), text(''), Buffer.alloc(16), text(address)]);
  // The first block describes the stream, and is not the last one.
  const first = Buffer.from(flac.subarray(0, 42));
  first.writeUInt8(0, 4);
  const head = number(picture.length);
  head.writeUInt8(6, 0);
  return Buffer.concat([first, head, picture, flac.subarray(42)]);
}

/** Returns a FLAC file with this number of empty blocks before the sound. */
export function manyBlocks(flac: Buffer, count: number): Buffer {
  const first = Buffer.from(flac.subarray(0, 42));
  first.writeUInt8(0, 4);
  const empty = Buffer.from('01000000'.repeat(count), 'hex');
  return Buffer.concat([first, empty, flac.subarray(42)]);
}

/** The beginning of an ASF object that describes a stream (Advanced Systems Format, section 3.3). */
const STREAM_PROPERTIES = Buffer.from('9107dcb7b7a9cf118ee600c00c205365', 'hex');

/** Returns an ASF file that describes its stream this many times. */
export function manyDescriptions(wma: Buffer, count: number): Buffer {
  const at = wma.indexOf(STREAM_PROPERTIES);
  const length = Number(wma.readBigUInt64LE(at + 16));
  const copies = Buffer.concat(Array.from({ length: count }, () => wma.subarray(at, at + length)));
  const head = Buffer.from(wma.subarray(0, at));
  head.writeBigUInt64LE(head.readBigUInt64LE(16) + BigInt(copies.length), 16);
  head.writeUInt32LE(head.readUInt32LE(24) + count, 24);
  return Buffer.concat([head, copies, wma.subarray(at)]);
}

/** Playlists and manifests that name another file, by a name that they could have. */
export const playlists = (address: string): [name: string, text: string][] => [
  ['hls.aac', `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${address}\n#EXT-X-ENDLIST\n`],
  ['hls-of-a-file.mkv', '#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
  ['concat.flac', `ffconcat version 1.0\nfile '${address}'\n`],
  [
    'dash.mp4',
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><Representation><BaseURL>${address}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
  ['playlist.wma', `<ASX version="3.0"><entry><ref href="${address}"/></entry></ASX>`],
  ['references.wma', `[Reference]\nRef1=${address}\n`],
  ['session.amr', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n'],
  ['amr-with-a-playlist.amr', `#!AMR/../#EXTM3U\n${address}\n`],
];
