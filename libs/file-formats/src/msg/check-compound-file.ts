import { UnreadableFile } from '../unreadable';

/** Where the parts of a compound file are, in bytes ([MS-CFB], sections 2.2 and 2.6). */
const HEADER = { sectorShift: 30, directory: 48, miniFat: 60, difat: 68, inHeader: 76 };
const ENTRY = { bytes: 128, type: 66, left: 68, right: 72, child: 76, size: 120 };
const IN_HEADER = 109;
const LARGEST_SECTOR = 0xff_ff_ff_fa;
const NONE = 0xff_ff_ff_ff;

/**
 * Refuses a compound file in which a chain of sectors or the tree of its directory comes back to itself, and one with a stream
 * that is longer than the file: the library would read it without end. @throws UnreadableFile
 */
export function checkCompoundFile(file: Buffer): void {
  const sectorBytes = file.readUInt16LE(HEADER.sectorShift) === 12 ? 4_096 : 512;
  const sectorAt = (sector: number): Buffer =>
    file.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
  const fat = numbersOf(fatSectorsOf(file, sectorAt, sectorBytes).map(sectorAt));
  checkChains(fat);
  const chainOf = (first: number): Buffer[] => {
    const sectors: Buffer[] = [];
    for (let at = first; at < LARGEST_SECTOR; at = fat[at] ?? NONE) sectors.push(sectorAt(at));
    return sectors;
  };
  checkChains(numbersOf(chainOf(file.readUInt32LE(HEADER.miniFat))));
  checkDirectory(Buffer.concat(chainOf(file.readUInt32LE(HEADER.directory))), file.length);
}

/** Returns the sectors of the file allocation table: the first are listed in the header, others in a chain. */
function fatSectorsOf(file: Buffer, sectorAt: (sector: number) => Buffer, sectorBytes: number): number[] {
  const sectors = numbersOf([file.subarray(HEADER.inHeader, HEADER.inHeader + IN_HEADER * 4)]);
  const seen = new Set<number>();
  for (let at = file.readUInt32LE(HEADER.difat); at < LARGEST_SECTOR;) {
    const listed = numbersOf([sectorAt(at)]);
    if (seen.has(at) || listed.length < sectorBytes / 4) throw new UnreadableFile('damaged');
    seen.add(at);
    sectors.push(...listed.slice(0, -1));
    at = listed.at(-1)!;
  }
  return sectors.filter((sector) => sector < LARGEST_SECTOR);
}

/** @throws UnreadableFile if a chain has no end */
function checkChains(next: readonly number[]): void {
  const ended = new Uint8Array(next.length);
  for (let start = 0; start < next.length; start += 1) {
    const passed: number[] = [];
    let at = start;
    for (; at < next.length && ended[at] === 0; at = next[at]!) {
      passed.push(at);
      if (passed.length > next.length) throw new UnreadableFile('damaged');
    }
    for (const sector of passed) ended[sector] = 1;
  }
}

/** @throws UnreadableFile if an entry is in two places of the tree, or longer than the file */
function checkDirectory(directory: Buffer, fileBytes: number): void {
  const placed = new Set([0]);
  for (let at = 0; at + ENTRY.bytes <= directory.length; at += ENTRY.bytes) {
    if (directory[at + ENTRY.type] === 0) continue;
    for (const link of [ENTRY.left, ENTRY.right, ENTRY.child]) {
      const entry = directory.readUInt32LE(at + link);
      if (entry === NONE) continue;
      if (placed.has(entry)) throw new UnreadableFile('damaged');
      placed.add(entry);
    }
    if (directory.readUInt32LE(at + ENTRY.size) > fileBytes) throw new UnreadableFile('damaged');
  }
}

const numbersOf = (blocks: readonly Buffer[]): number[] =>
  blocks.flatMap((block) =>
    Array.from({ length: Math.floor(block.length / 4) }, (_, i) => block.readUInt32LE(i * 4)),
  );
