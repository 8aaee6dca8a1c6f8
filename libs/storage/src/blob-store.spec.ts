import { once } from 'node:events';
import fs from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { startS3Server, whyNoS3Server, type S3Server } from '@app/testing';
import type { BlobStore } from './blob-store';
import { LocalBlobStore } from './local-blob-store';
import { S3BlobStore } from './s3-blob-store';

const MIB = 1024 ** 2;
const s3Options = (endpoint: string) => ({
  bucket: 'blobs',
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** Tests the contract of every store. */
function keepsThePromises(open: () => BlobStore): void {
  const text = async (key: string) => (await buffer(await open().read(key))).toString();
  const missing = { code: 'not_found' };

  it('returns the written bytes, also of many parts', async () => {
    const content = Buffer.alloc(17 * MIB + 1, 'abcdefghijk');
    const pieces = Array.from({ length: 18 }, (_, i) => content.subarray(i * MIB, (i + 1) * MIB));
    await expect(open().write('chats/1/big', Readable.from(pieces))).resolves.toEqual({
      bytes: content.length,
    });
    expect((await buffer(await open().read('chats/1/big'))).equals(content)).toBe(true);
  });

  it('keeps an empty file, and replaces a file under the same name', async () => {
    await open().write('chats/1/a', Readable.from([]));
    await expect(text('chats/1/a')).resolves.toBe('');
    await open().write('chats/1/a', Readable.from(['second']));
    await expect(text('chats/1/a')).resolves.toBe('second');
  });

  it('reports a file that was never written as missing', async () => {
    await expect(open().read('chats/1/none')).rejects.toMatchObject(missing);
  });

  it('deletes, and ignores missing files', async () => {
    await open().write('jobs/1/a', Readable.from(['x']));
    await open().delete('jobs/1/a');
    await open().delete('jobs/1/a');
    await expect(open().read('jobs/1/a')).rejects.toMatchObject(missing);
  });

  it('deletes a folder and not its neighbor with a longer name', async () => {
    for (const key of ['chats/2/a', 'chats/2/b', 'chats/22/c']) await open().write(key, Readable.from([key]));
    await open().deletePrefix('chats/2/');
    await open().deletePrefix('chats/2/');
    await expect(open().read('chats/2/a')).rejects.toMatchObject(missing);
    await expect(open().read('chats/2/b')).rejects.toMatchObject(missing);
    await expect(text('chats/22/c')).resolves.toBe('chats/22/c');
  });

  it('lists all files of a folder and of its subfolders', async () => {
    const list = async (folder?: string): Promise<string[]> => {
      const names: string[] = [];
      for await (const name of open().list(folder)) names.push(name);
      return names.sort();
    };
    for (const key of ['lists/1/a', 'lists/1/b/c', 'lists/11/d'])
      await open().write(key, Readable.from([key]));
    expect(await list('lists/1/')).toEqual(['lists/1/a', 'lists/1/b/c']);
    expect(await list('lists/none/')).toEqual([]);
    expect(await list()).toEqual(expect.arrayContaining(['lists/1/a', 'lists/1/b/c', 'lists/11/d']));
    await expect(list('lists/1')).rejects.toThrow('must end with a slash');
  });

  it('has the mark of an installation, which is none of its files', async () => {
    await open().writeMark('first');
    await open().writeMark('second');
    expect(await open().readMark()).toBe('second');
    for await (const name of open().list()) expect(name).not.toContain('installation');
  });

  it('accepts exactly the maximum size', async () => {
    await expect(open().write('jobs/2/a', Readable.from(['12345']), { maxBytes: 5 })).resolves.toEqual({
      bytes: 5,
    });
    const tooLarge = open().write('jobs/2/b', Readable.from(['123', '456']), { maxBytes: 5 });
    await expect(tooLarge).rejects.toMatchObject({ code: 'too_large' });
    await expect(open().read('jobs/2/b')).rejects.toMatchObject(missing);
  });

  it.each([1, 9 * MIB])('leaves nothing of content that ends with an error after %d bytes', async (bytes) => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(bytes);
        throw new Error('the sender went away');
      })(),
    );
    await expect(open().write('jobs/3/a', broken)).rejects.toThrow('the sender went away');
    await expect(open().read('jobs/3/a')).rejects.toMatchObject(missing);
  });

  it('stops at a signal, and keeps the previous file', async () => {
    await open().write('jobs/4/a', Readable.from(['first']));
    const stop = new AbortController();
    const endless = Readable.from(
      (async function* () {
        for (let i = 0; ; i++) {
          if (i === 3) stop.abort();
          yield Buffer.alloc(MIB);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })(),
    );
    const writing = open().write('jobs/4/a', endless, { signal: stop.signal });
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
    expect(endless.destroyed).toBe(true);
    await expect(text('jobs/4/a')).resolves.toBe('first');
  });

  it.each(['../a', 'a/../b', '/a', 'a//b', 'a/', '', '.hidden', 'a\0b', 'a\\b', 'ä', 'a'.repeat(600)])(
    'refuses the name %j',
    async (key) => {
      await expect(open().write(key, Readable.from(['x']))).rejects.toThrow('Not a name');
      await expect(open().read(key)).rejects.toThrow('Not a name');
    },
  );

  it('refuses a prefix that is not a whole folder', async () => {
    await expect(open().deletePrefix('chats/2')).rejects.toThrow('must end with a slash');
    await expect(open().deletePrefix('/')).rejects.toThrow('Not a name');
  });
}

describe('LocalBlobStore', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['empty', 'missing'])('has no mark in a folder that is %s', async (state) => {
    const other = await mkdtemp(join(tmpdir(), 'blobs-'));
    if (state === 'missing') await rm(other, { recursive: true });
    expect(await new LocalBlobStore(other).readMark()).toBeUndefined();
    await rm(other, { recursive: true, force: true });
  });

  keepsThePromises(() => new LocalBlobStore(folder));

  it('allows access only for its own user', async () => {
    await new LocalBlobStore(folder).write('jobs/5/a', Readable.from(['x']));
    expect((await stat(join(folder, 'jobs/5/a'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'jobs/5'))).mode & 0o777).toBe(0o700);
  });

  it('has no unfinished file of content that fails while the file is being opened', async () => {
    const open = fs.open as (...given: unknown[]) => void;
    const opened = new Promise<void>((resolve) => {
      jest.spyOn(fs, 'open').mockImplementation(((...given: unknown[]) => {
        const done = given.pop() as (...result: unknown[]) => void;
        const openLate = () =>
          open(...given, (...result: unknown[]) => {
            done(...result);
            resolve();
          });
        setTimeout(openLate, 100);
      }) as never);
    });
    const broken = new Readable({ read: () => broken.destroy(new Error('broken')) });
    await expect(new LocalBlobStore(folder).write('jobs/7/a', broken)).rejects.toThrow('broken');
    await opened;
    jest.restoreAllMocks();
    expect((await readdir(folder)).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
  });

  it('has no unfinished files at the end', async () => {
    expect((await readdir(folder)).filter((name) => name.startsWith('.unfinished'))).toEqual([]);
  });

  it('reports that it is unavailable if its folder cannot be created', async () => {
    const store = new LocalBlobStore('/dev/null/blobs');
    const content = Readable.from(['x']);
    await expect(store.write('a', content)).rejects.toMatchObject({ code: 'unavailable' });
    expect(content.destroyed).toBe(true);
  });
});

const missingServer = whyNoS3Server();
if (missingServer) process.stderr.write(`S3BlobStore is not tried: ${missingServer}\n`);
else
  describe('S3BlobStore', () => {
    let server: S3Server;
    let client: S3Client;
    beforeAll(async () => {
      server = await startS3Server();
      client = new S3Client({ ...s3Options(server.endpoint), forcePathStyle: true });
      await client.send(new CreateBucketCommand({ Bucket: 'blobs' }));
    });
    afterAll(() => server.stop());

    keepsThePromises(() => new S3BlobStore(s3Options(server.endpoint)));

    it('has no mark in a bucket that no installation has marked', async () => {
      await client.send(new CreateBucketCommand({ Bucket: 'unmarked' }));
      const store = new S3BlobStore({ ...s3Options(server.endpoint), bucket: 'unmarked' });
      expect(await store.readMark()).toBeUndefined();
    });

    const uploads = async (): Promise<(string | undefined)[]> => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'blobs' }));
      return Uploads.map(({ Key }) => Key);
    };

    it('has no unfinished uploads at the end', async () => {
      expect(await uploads()).toEqual([]);
    });

    it('aborts uploads of a dead process, but not those that may still be running', async () => {
      const upload = { Bucket: 'blobs', Key: 'jobs/6/audio' };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(upload));
      const part = { ...upload, UploadId, PartNumber: 1, Body: Buffer.alloc(5 * MIB) };
      await client.send(new UploadPartCommand(part));
      const store = new S3BlobStore(s3Options(server.endpoint));
      // This server dates every upload to November 2010.
      await store.deleteUnfinished(new Date('2010-11-01T00:00:00Z'));
      expect(await uploads()).toEqual(['jobs/6/audio']);
      await store.deleteUnfinished(new Date('2010-12-01T00:00:00Z'));
      expect(await uploads()).toEqual([]);
    });

    it('reports that it is unavailable if the bucket is missing', async () => {
      const store = new S3BlobStore({ ...s3Options(server.endpoint), bucket: 'other' });
      await expect(store.write('a', Readable.from(['x']))).rejects.toMatchObject({ code: 'unavailable' });
      await expect(store.read('a')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(store.readMark()).rejects.toMatchObject({ code: 'unavailable' });
    });
  });

describe('S3BlobStore, with more unfinished uploads than fit into one page', () => {
  /** Two pages with one upload each. The first upload ends before it can be aborted. */
  const pages = ['one', 'two'].map(
    (key, i) =>
      `<ListMultipartUploadsResult><IsTruncated>${i === 0}</IsTruncated><NextKeyMarker>one</NextKeyMarker>
       <NextUploadIdMarker>1</NextUploadIdMarker><Upload><Key>${key}</Key><UploadId>${i + 1}</UploadId>
       <Initiated>2010-11-10T20:48:33.000Z</Initiated></Upload></ListMultipartUploadsResult>`,
  );

  it('aborts those of every page, even if another worker has already aborted one', async () => {
    const aborted: string[] = [];
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
      response.setHeader('content-type', 'application/xml');
      if (request.method === 'GET') return void response.end(pages[searchParams.has('key-marker') ? 1 : 0]);
      aborted.push(`${request.method} ${pathname} ${searchParams.get('uploadId')}`);
      if (aborted.length > 1) return void response.writeHead(204).end();
      return void response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await new S3BlobStore(s3Options(`http://127.0.0.1:${port}`)).deleteUnfinished(new Date());
    expect(aborted).toEqual(['DELETE /blobs/one 1', 'DELETE /blobs/two 2']);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
