import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile as ReadZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { UnreadableFile } from '../unreadable';

/** The limit in bytes for the expanded size of a file with all the files in it. A part that is read twice counts twice. */
const MOST_EXPANDED = 1024 ** 3;
const MOST_PARTS = 20_000;
/** The limit in bytes for a part that is not XML, and for a file within the file. */
const MOST_BINARY = 64 * 1024 ** 2;
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** What is left to expand, shared by a file and the files in it. */
export interface Allowance {
  expanded: number;
  parts: number;
}

export const newAllowance = (): Allowance => ({ expanded: MOST_EXPANDED, parts: MOST_PARTS });

/** An office file that is read: a zip file, with names of parts as keys. A part is expanded only while it is read. */
export class OfficeZip {
  private constructor(
    private readonly zip: ReadZip,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly allowance: Allowance,
  ) {}

  /** @throws UnreadableFile if `bytes` is not a zip file, is damaged, or has encrypted parts or parts of equal names */
  static async open(bytes: Buffer, allowance: Allowance): Promise<OfficeZip> {
    if (bytes.length === 0) throw new UnreadableFile('empty');
    // With a password, Office puts the encrypted file into a file of its older format ([MS-OFFCRYPTO]).
    if (bytes.subarray(0, 8).equals(COMPOUND_FILE))
      throw new UnreadableFile(bytes.includes(ENCRYPTED_PACKAGE) ? 'encrypted' : 'other_type');
    if (bytes.toString('latin1', 0, 2) !== 'PK') throw new UnreadableFile('other_type');
    return guarded(async () => {
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      allowance.parts -= zip.entryCount;
      if (allowance.parts < 0) throw new UnreadableFile('expands_too_far');
      const entries = new Map<string, Entry>();
      const names = new Set<string>();
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith('/')) continue;
        if (entry.isEncrypted()) throw new UnreadableFile('encrypted');
        // Readers differ in which of two parts with one name they show.
        const name = entry.fileName.normalize('NFC').toLowerCase();
        if (names.has(name)) throw new UnreadableFile('damaged');
        names.add(name);
        entries.set(entry.fileName, entry);
      }
      return new OfficeZip(zip, entries, allowance);
    });
  }

  /** The names of all parts, in the order of the file. */
  get names(): string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** Yields a part of XML as text, piece by piece. It must be UTF-8. @throws UnreadableFile */
  async *text(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    for await (const chunk of this.bytes(name)) yield decoded(decoder, chunk);
    yield decoded(decoder);
  }

  /** Yields a part as it is. @throws UnreadableFile */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name);
    if (!entry) throw new UnreadableFile('damaged');
    // yauzl ensures that a part is not longer than declared.
    this.allowance.expanded -= entry.uncompressedSize;
    if (this.allowance.expanded < 0) throw new UnreadableFile('expands_too_far');
    const stream = await guarded(() => this.zip.openReadStreamPromise(entry));
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  /** @throws UnreadableFile */
  async whole(name: string): Promise<Buffer> {
    const entry = this.entries.get(name);
    if (entry && entry.uncompressedSize > MOST_BINARY) throw new UnreadableFile('expands_too_far');
    const chunks: Buffer[] = [];
    for await (const chunk of this.bytes(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

/** Writes an office file part by part. No part has a time, since times are of no use in it. */
export class OfficeZipWriter {
  private readonly zip = new ZipFile();
  private readonly content: Promise<Buffer>;
  private readonly failed: Promise<never>;

  constructor() {
    this.content = buffer(this.zip.outputStream.pipe(new PassThrough()));
    this.failed = new Promise((_, reject) => this.zip.on('error', reject));
    this.failed.catch(() => undefined);
  }

  /** Adds a part and waits until all of it was read. */
  async add(
    name: string,
    pieces: AsyncIterable<string | Buffer>,
    options: { isStored?: boolean } = {},
  ): Promise<void> {
    const stream = Readable.from(encoded(pieces), { objectMode: false });
    const ended = new Promise<void>((resolve, reject) => {
      stream.once('end', resolve);
      stream.once('error', reject);
    });
    const entry = { mtime: MODIFIED, forceDosTimestamp: true, compress: !options.isStored };
    if (options.isStored) {
      const bytes = await buffer(stream);
      this.zip.addBuffer(bytes, name, entry);
      return;
    }
    this.zip.addReadStream(stream, name, entry);
    await Promise.race([ended, this.failed]);
  }

  async end(): Promise<Buffer> {
    this.zip.end();
    return Promise.race([this.content, this.failed]);
  }
}

/** The first time that a zip file can contain. */
const MODIFIED = new Date(1980, 0, 1);

async function* encoded(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    throw new UnreadableFile('damaged', { cause: error });
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnreadable(error);
  }
}

const asUnreadable = (error: unknown): UnreadableFile =>
  error instanceof UnreadableFile ? error : new UnreadableFile('damaged', { cause: error });
