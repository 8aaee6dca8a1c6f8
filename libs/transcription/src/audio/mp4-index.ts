/** The boxes on the way to a track's chunk offsets (ISO/IEC 14496-12, section 8), outermost first. */
const PATH = ['trak', 'mdia', 'minf', 'stbl'];

/** How to put a file's index before its samples, so that it can be decoded as it streams. */
export interface IndexMove {
  /** Offset at which the index stands, and where it goes: behind the file type box. */
  from: number;
  to: number;
  /** The whole box, its offsets already those of the new order. */
  index: Buffer;
}

/**
 * Writes an index for another place in the file: the chunks between the two places move by its length.
 *
 * @param moov the whole box, changed in place
 */
export function moveIndex(moov: Buffer, from: number, to: number): IndexMove {
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
