import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of an export; opened when its turn has come. */
export interface ExportedFile {
  /** Made of ids and fixed words: nothing that somebody wrote becomes a path. */
  name: string;
  open: () => Readable | Promise<Readable>;
}

/**
 * The files as one zip archive that is made while it is read: one file is open at a time. Where one fails, the stream
 * does, before the archive is complete.
 */
export function zipFiles(files: AsyncIterable<ExportedFile>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // What a file fails with is heard of by `add` too.
  zip.on('error', () => undefined);
  add(zip, output, files).catch((error: Error) => output.destroy(error));
  return output;
}

async function add(zip: ZipFile, output: Readable, files: AsyncIterable<ExportedFile>): Promise<void> {
  let open: Readable | undefined;
  output.once('close', () => open?.destroy());
  for await (const file of files) {
    open = await file.open();
    if (output.destroyed) open.destroy();
    const read = finished(open, { writable: false });
    zip.addReadStream(open, file.name, { mode: 0o600 });
    await read;
  }
  zip.end();
}
