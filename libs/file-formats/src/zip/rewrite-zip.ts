import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile as ZipReader } from 'yauzl';
import { ZipFile as ZipWriter } from 'yazl';
import type { EditOptions, FormatCode, WrittenText } from '../editing/file-format';
import { applyChanges, type TextEditor } from '../editing/text-editor';
import { formatOf } from '../formats';
import { UnreadableFile } from '../unreadable';

const MOST_ENTRIES = 200;
/** The limit for all files together, in bytes. */
const MOST_EXPANDED = 100 * 1024 ** 2;

/** Rewrites each file of an archive, and their names. */
export const zipCode: FormatCode = {
  async rewrite(file, editor, options) {
    const written = new ZipWriter();
    const names = new Set<string>();
    for await (const { entry, read } of entriesOf(file)) {
      const name = editedName(entry.fileName, editor);
      if (names.has(name)) throw new UnreadableFile('damaged');
      names.add(name);
      const about = { mtime: entry.getLastModDate() };
      if (name.endsWith('/')) written.addEmptyDirectory(name, about);
      else
        written.addBuffer(await codeFor(entry, options).rewrite(await read(), editor, options), name, about);
    }
    if (names.size === 0) throw new UnreadableFile('empty');
    written.end();
    return buffer(written.outputStream as unknown as AsyncIterable<Buffer>);
  },

  async *readAgain(file, options): AsyncGenerator<WrittenText> {
    for await (const { entry, read } of entriesOf(file)) {
      yield { part: 'names', text: entry.fileName };
      yield { part: 'names', text: entry.fileName.replaceAll(/[/_.-]+/g, ' ') };
      if (entry.fileName.endsWith('/')) continue;
      for await (const { text } of codeFor(entry, options).readAgain(await read(), options))
        yield { part: 'files', text };
    }
  },
};

/** @throws UnreadableFile for a file of a type that cannot be written, and for an archive in an archive */
function codeFor({ fileName }: Entry, { codeOf }: EditOptions): FormatCode {
  const code = codeOf(fileName);
  if (!code || code === zipCode) throw new UnreadableFile('unknown_file');
  return code;
}

/** Each segment of a path is a text. */
function editedName(path: string, editor: TextEditor): string {
  return path
    .split('/')
    .map((segment, i, segments) => {
      // Only the name of a file has an extension, which says how it is read.
      const dot = i === segments.length - 1 ? segment.lastIndexOf('.') : -1;
      const [name, end] = dot > 0 ? [segment.slice(0, dot), segment.slice(dot)] : [segment, ''];
      if (name === '') return segment;
      const other = end === '' ? undefined : formatOf(segment)?.writtenAs;
      const written = applyChanges(name, editor.edit({ part: 'names', text: name })).replaceAll('/', '-');
      return written + (other ? `.${other.extension}` : end);
    })
    .join('/');
}

/** Yields the entries in the order of the archive. @throws UnreadableFile */
export async function* entriesOf(
  file: Buffer,
): AsyncGenerator<{ entry: Entry; read: () => Promise<Buffer> }> {
  const zip = await opened(file);
  let expanded = 0;
  for (const entry of await listed(zip)) {
    if (entry.isEncrypted()) throw new UnreadableFile('encrypted');
    // yauzl ensures that a file is not longer than declared.
    expanded += entry.uncompressedSize;
    if (expanded > MOST_EXPANDED) throw new UnreadableFile('expands_too_far');
    yield { entry, read: () => guarded(async () => buffer(await zip.openReadStreamPromise(entry))) };
  }
}

async function opened(file: Buffer): Promise<ZipReader> {
  if (file.length === 0) throw new UnreadableFile('empty');
  if (file.toString('latin1', 0, 2) !== 'PK') throw new UnreadableFile('other_type');
  const zip = await guarded(() => fromBufferPromise(file, { validateEntrySizes: true }));
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('expands_too_far');
  return zip;
}

const listed = (zip: ZipReader): Promise<Entry[]> =>
  guarded(async () => {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  });

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause });
  }
}
