import { Transform, type TransformCallback } from 'node:stream';
import { AudioRejected } from './audio-source';
import type { ByteReader } from './byte-reader';

/** Three hours of AAC need 3 MiB. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/**
 * Inspects the top-level boxes (ISO/IEC 14496-12, section 4.2). Most recorders write the index last.
 *
 * @returns how to move the index if it follows the samples
 * @throws AudioRejected if there is no index, or if a box is truncated
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
  /** Includes the header. The last box may be open-ended. */
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

/** The path of boxes to a track's chunk offsets (ISO/IEC 14496-12, section 8), outermost first. */
const PATH = ['trak', 'mdia', 'minf', 'stbl'];

/** How to move a file's index before its samples, so that it can be decoded as it streams. */
export interface IndexMove {
  /** The offset of the index, and its new offset after the file type box. */
  from: number;
  to: number;
  /** The whole box, with offsets for the new order. */
  index: Buffer;
}

/**
 * Rewrites an index for another position in the file: the chunks between the two positions move by its length.
 *
 * @param moov the whole box, changed in place
 */
function moveIndex(moov: Buffer, from: number, to: number): IndexMove {
  const moved = (offset: number) => (offset >= to && offset < from ? offset + moov.length : offset);
  for (const { wide, start, count } of offsetTables(moov, 8, moov.length, 0))
    for (let i = 0; i < count; i++) {
      if (wide) rewrite64(moov, start + i * 8, moved);
      else moov.writeUInt32BE(moved(moov.readUInt32BE(start + i * 4)) >>> 0, start + i * 4);
    }
  return { from, to, index: moov };
}

function rewrite64(moov: Buffer, at: number, moved: (offset: number) => number): void {
  moov.writeBigUInt64BE(BigInt(moved(Number(moov.readBigUInt64BE(at)))), at);
}

interface OffsetTable {
  wide: boolean;
  start: number;
  count: number;
}

function* offsetTables(moov: Buffer, start: number, end: number, depth: number): Generator<OffsetTable> {
  for (let at = start; at + 8 <= end;) {
    const boxEnd = at + moov.readUInt32BE(at);
    if (boxEnd < at + 8 || boxEnd > end) return;
    const type = moov.toString('latin1', at + 4, at + 8);
    if (type === PATH[depth]) yield* offsetTables(moov, at + 8, boxEnd, depth + 1);
    else if (depth === PATH.length && (type === 'stco' || type === 'co64') && boxEnd >= at + 16) {
      const wide = type === 'co64';
      const room = Math.floor((boxEnd - at - 16) / (wide ? 8 : 4));
      yield { wide, start: at + 16, count: Math.min(moov.readUInt32BE(at + 12), room) };
    }
    at = boxEnd;
  }
}

/** Streams a file with its index before its samples. */
export class ReorderMp4 extends Transform {
  private position = 0;

  constructor(private readonly move: IndexMove) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const { from, to, index } = this.move;
    const start = this.position;
    this.position += chunk.length;
    const part = (begin: number, end: number) =>
      chunk.subarray(Math.max(begin - start, 0), Math.max(end - start, 0));
    this.push(part(0, to));
    if (start <= to && to < this.position) this.push(index);
    this.push(part(to, from));
    this.push(part(from + index.length, this.position));
    done();
  }
}
