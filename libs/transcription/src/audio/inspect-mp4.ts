import { AudioRejected } from './audio-rejected';
import type { ByteReader } from './byte-reader';
import { moveIndex, type IndexMove } from './mp4-index';

/** Three hours of AAC need 3 MiB. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Top-level boxes (ISO/IEC 14496-12, section 4.2). Most recorders write the index last.
 *
 * @returns what has to move, where the index stands behind the samples
 * @throws AudioRejected where there is no index, or a box is cut
 */
export async function inspectMp4(reader: ByteReader): Promise<IndexMove | undefined> {
  let fileTypeEnd = 0;
  let samplesSeen = false;
  let indexSeen = false;
  let move: IndexMove | undefined;
  for (let box = await nextBox(reader); box; box = await nextBox(reader)) {
    if (box.type === 'moov' && !indexSeen) {
      if (box.bytes > MAX_INDEX_BYTES) throw new AudioRejected('unsupported');
      indexSeen = true;
      if (samplesSeen) move = moveIndex(await whole(reader, box), box.at, fileTypeEnd);
    }
    const rest = box.at + box.bytes - reader.position;
    if (rest === Number.POSITIVE_INFINITY) await reader.skipToEnd();
    else if (!(await reader.skip(rest))) throw new AudioRejected('incomplete');
    if (box.type === 'ftyp') fileTypeEnd = reader.position;
    samplesSeen ||= box.type === 'mdat';
  }
  if (!indexSeen) throw new AudioRejected('incomplete');
  return move;
}

interface Box {
  at: number;
  type: string;
  /** With its header. A last box may be open-ended. */
  bytes: number;
  header: Buffer;
}

async function nextBox(reader: ByteReader): Promise<Box | undefined> {
  const at = reader.position;
  const header = await reader.take(8);
  if (header.length === 0) return undefined;
  if (header.length < 8) throw new AudioRejected('incomplete');
  const type = header.toString('latin1', 4, 8);
  const stated = header.readUInt32BE(0);
  if (stated === 0) return { at, type, bytes: Number.POSITIVE_INFINITY, header };
  if (stated !== 1) return { at, type, bytes: checked(stated, 8), header };
  const large = await reader.take(8);
  if (large.length < 8) throw new AudioRejected('incomplete');
  return {
    at,
    type,
    bytes: checked(Number(large.readBigUInt64BE(0)), 16),
    header: Buffer.concat([header, large]),
  };
}

async function whole(reader: ByteReader, { header, bytes }: Box): Promise<Buffer> {
  const body = await reader.take(bytes - header.length);
  if (header.length + body.length < bytes) throw new AudioRejected('incomplete');
  return Buffer.concat([header, body]);
}

function checked(bytes: number, least: number): number {
  if (bytes < least) throw new AudioRejected('unsupported');
  return bytes;
}
