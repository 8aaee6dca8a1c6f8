import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an export, opened when the archive reaches it. */
export interface ExportedFile {
  /** Contains only ids and fixed words, so that no user's text becomes a path. */
  name: string;
  open: () => Readable | Promise<Readable>;
}

/**
 * Returns the files as one zip archive that is created while it is read, with one open file at a time. If a file fails,
 * the stream fails before the archive is complete.
 */
export function zipFiles(files: AsyncIterable<ExportedFile>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // `add` receives the error of a file too.
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
