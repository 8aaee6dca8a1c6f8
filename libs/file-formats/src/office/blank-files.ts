/** Pictures of one white point, and sound and objects without content, by the extension of the part that they replace. */
const BLANK: Readonly<Record<string, () => Buffer>> = {
  png: () =>
    base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2LwAAAABJRU5ErkJggg=='),
  gif: () => base64('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs='),
  jpeg: () =>
    base64(
      '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    ),
  bmp: blankBitmap,
  tiff: blankTiff,
  svg: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  emf: blankEmf,
  wmf: blankWmf,
};
const SAME: Readonly<Record<string, string>> = { jpg: 'jpeg', jpe: 'jpeg', tif: 'tiff', dib: 'bmp' };

const base64 = (content: string): Buffer => Buffer.from(content, 'base64');

/** Returns a blank picture for a part; undefined for an extension of no known kind of picture. */
export function blankPicture(partName: string): Buffer | undefined {
  const extension = /\.([^./]+)$/.exec(partName)?.[1]?.toLowerCase() ?? '';
  const kind = SAME[extension] ?? extension;
  return Object.hasOwn(BLANK, kind) ? BLANK[kind]!() : undefined;
}

/** Returns whether a part is a blank picture or object. */
export const isBlank = (partName: string, content: Buffer): boolean =>
  content.equals(blankPicture(partName) ?? blankObject()) || content.equals(blankObject());

/** A bitmap of one point with 24 bits ([MS-WMF], 2.2.2.9). */
function blankBitmap(): Buffer {
  const bitmap = Buffer.alloc(58);
  bitmap.write('BM');
  for (const [value, at] of [
    [58, 2],
    [54, 10],
    [40, 14],
    [1, 18],
    [1, 22],
    [4, 34],
  ] as const)
    bitmap.writeUInt32LE(value, at);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(24, 28);
  return bitmap.fill(0xff, 54, 57);
}

/** A picture of one gray point (TIFF 6.0). */
function blankTiff(): Buffer {
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, 1],
  ] as const;
  const tiff = Buffer.alloc(10 + 2 + entries.length * 12 + 4);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(10, 4);
  tiff[8] = 0xff;
  tiff.writeUInt16LE(entries.length, 10);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 12 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(4, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return tiff;
}

/** A metafile that draws nothing ([MS-EMF], 2.3.4.2 and 2.3.4.1). */
function blankEmf(): Buffer {
  const emf = Buffer.alloc(128);
  const words = [
    [1, 0],
    [108, 4],
    [100, 32],
    [100, 36],
    [0x464d4520, 40],
    [0x10000, 44],
    [128, 48],
    [2, 52],
  ] as const;
  for (const [value, at] of words) emf.writeUInt32LE(value, at);
  emf.writeUInt16LE(1, 56);
  for (const [value, at] of [
    [1024, 72],
    [768, 76],
    [320, 80],
    [240, 84],
    [14, 108],
    [20, 112],
    [16, 120],
    [20, 124],
  ] as const)
    emf.writeUInt32LE(value, at);
  emf.writeUInt32LE(0, 116);
  return emf;
}

/** A metafile that draws nothing ([MS-WMF], 2.3.2). */
function blankWmf(): Buffer {
  const wmf = Buffer.alloc(24);
  for (const [value, at] of [
    [1, 0],
    [9, 2],
    [0x300, 4],
    [12, 6],
    [0, 10],
    [3, 12],
  ] as const)
    wmf.writeUInt16LE(value, at);
  wmf.writeUInt32LE(3, 18);
  return wmf;
}

/** A compound file without streams ([MS-CFB]), which stands for an object that was left out. */
export function blankObject(): Buffer {
  const [free, end, table] = [0xffffffff, 0xfffffffe, 0xfffffffd];
  const file = Buffer.alloc(1536);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  for (const [value, at] of [
    [0x3e, 24],
    [3, 26],
    [0xfffe, 28],
    [9, 30],
    [6, 32],
  ] as const)
    file.writeUInt16LE(value, at);
  for (const [value, at] of [
    [1, 44],
    [1, 48],
    [4096, 56],
    [end, 60],
    [end, 68],
  ] as const)
    file.writeUInt32LE(value, at);
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(at === 76 ? 0 : free, at);
  for (let at = 512; at < 1024; at += 4) file.writeUInt32LE(free, at);
  file.writeUInt32LE(table, 512);
  file.writeUInt32LE(end, 516);
  file.write('Root Entry', 1024, 'utf16le');
  file.writeUInt16LE(22, 1024 + 64);
  file[1024 + 66] = 5;
  file[1024 + 67] = 1;
  for (const at of [68, 72, 76]) file.writeUInt32LE(free, 1024 + at);
  file.writeUInt32LE(end, 1024 + 116);
  for (let at = 1152; at < 1536; at += 128)
    for (const link of [68, 72, 76]) file.writeUInt32LE(free, at + link);
  return file;
}
