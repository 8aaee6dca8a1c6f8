import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { assert, asyncProperty, constantFrom, integer, nat, oneof } from 'fast-check';
import { AppError } from '@app/common';
import { DataKey } from '@app/crypto';
import { Metrics, type Log } from '@app/observability';
import { CHUNK_BYTES, SALT_BYTES, TAG_BYTES } from './blob-cipher';
import { BlobStore } from './blob-store';
import { EncryptedBlobs } from './encrypted-blobs';

/** A store in memory that an attacker can read and change. */
class OpenStore extends BlobStore {
  readonly files = new Map<string, Buffer>();

  async write(key: string, content: Readable): Promise<{ bytes: number }> {
    const bytes = await buffer(content);
    this.files.set(key, bytes);
    return { bytes: bytes.length };
  }
  async read(key: string): Promise<Readable> {
    const file = this.files.get(key);
    if (!file) throw new AppError('not_found', 'There is no such file');
    return Readable.from(pieces(file, 10_000));
  }
  async delete(key: string): Promise<void> {
    this.files.delete(key);
  }
  async deletePrefix(): Promise<void> {
    this.files.clear();
  }
  async *list(): AsyncGenerator<string> {
    yield* this.files.keys();
  }
  async deleteUnfinished(): Promise<void> {}
  async readMark(): Promise<undefined> {}
  async writeMark(): Promise<void> {}
}

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('EncryptedBlobs', () => {
  const dataKey = DataKey.random('subject');
  const HEADER = 1 + SALT_BYTES;
  const CHUNK = CHUNK_BYTES + TAG_BYTES;
  let store: OpenStore;
  let blobs: EncryptedBlobs;
  let lines: unknown[];
  let metrics: Metrics;

  beforeEach(() => {
    store = new OpenStore();
    lines = [];
    metrics = new Metrics();
    const error = (...line: unknown[]): void => void lines.push(line);
    blobs = new EncryptedBlobs(store, { error } as unknown as Log, metrics);
  });

  const read = async (key = 'a', by = dataKey) => buffer(await blobs.read(by, key));
  const write = (content: Buffer, key = 'a') =>
    blobs.write(dataKey, key, Readable.from(pieces(content, 7_001)));

  it('returns any content, for any split into pieces', async () => {
    const lengths = oneof(
      integer({ min: 0, max: 3 * CHUNK_BYTES }),
      constantFrom(0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES),
    );
    await assert(
      asyncProperty(lengths, integer({ min: 500, max: 200_000 }), async (length, piece) => {
        const content = randomBytes(length);
        const { bytes } = await blobs.write(dataKey, 'a', Readable.from(pieces(content, piece)));
        expect(bytes).toBe(length);
        expect((await read()).equals(content)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('stores no plain content, and never the same bytes twice [SEC-109]', async () => {
    await write(Buffer.from('Ada Lovelace'.repeat(1_000)));
    const first = store.files.get('a')!;
    await write(Buffer.from('Ada Lovelace'.repeat(1_000)));
    expect(first.includes('Ada')).toBe(false);
    expect(store.files.get('a')!.subarray(HEADER).equals(first.subarray(HEADER))).toBe(false);
  });

  const three = () => {
    const file = store.files.get('a')!;
    const at = (i: number) => file.subarray(HEADER + i * CHUNK, HEADER + (i + 1) * CHUNK);
    return { file, header: file.subarray(0, HEADER), chunks: [at(0), at(1), at(2)] as const };
  };
  it.each<[string, () => Buffer]>([
    ['cut at the end of a chunk', () => three().file.subarray(0, HEADER + 2 * CHUNK)],
    ['cut within a chunk', () => three().file.subarray(0, HEADER + CHUNK + 99)],
    ['cut within the header', () => three().file.subarray(0, 9)],
    ['emptied', () => Buffer.alloc(0)],
    ['without its first chunk', () => Buffer.concat([three().header, ...three().chunks.slice(1)])],
    [
      'with two chunks swapped',
      () => Buffer.concat([three().header, three().chunks[1], three().chunks[0], three().chunks[2]]),
    ],
    ['with a chunk twice', () => Buffer.concat([three().header, three().chunks[0], ...three().chunks])],
    ['longer by a byte', () => Buffer.concat([three().file, Buffer.of(0)])],
    ['of another version', () => Buffer.concat([Buffer.of(2), three().file.subarray(1)])],
    [
      'with another salt',
      () => Buffer.concat([Buffer.of(1), randomBytes(SALT_BYTES), three().file.subarray(HEADER)]),
    ],
  ])('does not read a file that was %s [SEC-110]', async (_, change) => {
    await write(randomBytes(2 * CHUNK_BYTES + 500));
    store.files.set('a', change());
    await expect(read()).rejects.toThrow();
  });

  it('does not read a file with any one bit changed', async () => {
    await write(randomBytes(300));
    const genuine = store.files.get('a')!;
    await assert(
      asyncProperty(nat(genuine.length - 1), nat(7), async (at, bit) => {
        const changed = Buffer.from(genuine);
        changed[at]! ^= 1 << bit;
        store.files.set('a', changed);
        await expect(read()).rejects.toThrow();
      }),
    );
  });

  it('does not read a file under another name or with another key [SEC-111]', async () => {
    await write(Buffer.from('secret'));
    store.files.set('b', store.files.get('a')!);
    await expect(read('b')).rejects.toThrow();
    await expect(read('a', DataKey.random('subject'))).rejects.toThrow();
  });

  it('emits nothing of a changed chunk', async () => {
    await write(randomBytes(2 * CHUNK_BYTES));
    const changed = Buffer.from(store.files.get('a')!);
    changed[HEADER + CHUNK + 5]! ^= 1;
    store.files.set('a', changed);
    let bytes = 0;
    const reading = await blobs.read(dataKey, 'a');
    reading.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await expect(new Promise((_, reject) => reading.on('error', reject))).rejects.toThrow();
    expect(bytes).toBe(CHUNK_BYTES);
  });

  it('limits the size of the content, not of its encrypted form', async () => {
    const ten = () => Readable.from([Buffer.alloc(10)]);
    await expect(blobs.write(dataKey, 'a', ten(), { maxBytes: 10 })).resolves.toEqual({ bytes: 10 });
    await expect(blobs.write(dataKey, 'b', ten(), { maxBytes: 9 })).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(store.files.has('b')).toBe(false);
  });

  it('passes on the error of the content', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('the sender went away'));
      },
    });
    await expect(blobs.write(dataKey, 'a', broken)).rejects.toThrow('the sender went away');
  });

  it('reports a missing file', async () => {
    await expect(blobs.read(dataKey, 'none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('logs and counts a file that should exist and is missing, and not one that may be missing', async () => {
    expect(await blobs.find(dataKey, 'documents/1/original')).toBeUndefined();
    expect(lines).toEqual([]);
    const missing = expect.objectContaining({ code: 'not_found' });
    await expect(blobs.read(dataKey, 'documents/1/text')).rejects.toEqual(missing);
    expect(lines).toEqual([['storage.blob_missing', missing, { file: 'documents/1/text' }]]);
    expect(await metrics.registry.getSingleMetricAsString('blobs_missing_total')).toContain(
      'blobs_missing_total 1',
    );
  });
});
