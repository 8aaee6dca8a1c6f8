import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFile } from '../unreadable';

/** The limit in bytes for the expanded size of all parts that are read. */
const MAX_EXPANDED = 100 * 1024 ** 2;
const MAX_PARTS = 20_000;

/** The parts of an office document, which is a zip file. A part is expanded only while it is read. */
export class ZipParts {
  private expanded = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws UnreadableFile if `bytes` is not a zip file, is damaged, or has encrypted parts */
  static async open(bytes: Buffer): Promise<ZipParts> {
    if (bytes.toString('latin1', 0, 2) !== 'PK') throw new UnreadableFile('other_type');
    return guard(async () => {
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      if (zip.entryCount > MAX_PARTS) throw new UnreadableFile('expands_too_far');
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      if ([...entries.values()].some((entry) => entry.isEncrypted())) throw new UnreadableFile('encrypted');
      return new ZipParts(zip, entries);
    });
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** Yields a part as text, piece by piece. XML is UTF-8 unless it begins with the byte order mark of UTF-16. */
  async *read(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) throw new UnreadableFile('damaged');
    // Checks the declared size first, so that a zip bomb costs nothing. yauzl ensures that a part is not longer than
    // declared.
    this.expanded += entry.uncompressedSize;
    if (this.expanded > MAX_EXPANDED) throw new UnreadableFile('expands_too_far');
    const stream = await guard(() => this.zip.openReadStreamPromise(entry));
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
        yield decoder.decode(chunk, { stream: true });
      }
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', { cause: error });
    }
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', { cause: error });
  }
}
