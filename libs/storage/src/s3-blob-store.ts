import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NoSuchUpload,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '@app/common';
import {
  assertBlobKey,
  assertBlobPrefix,
  BlobStore,
  MARK,
  storeUnavailable,
  type WriteOptions,
} from './blob-store';
import { MeasuredContent } from './measured-content';

export interface S3Options {
  bucket: string;
  endpoint?: string;
  region: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** S3 accepts parts of 5 MiB to 5 GiB, at most 10,000, so 8 MiB allows files of up to 78 GiB. */
const PART_BYTES = 8 * 1024 ** 2;

/** Stores files in an S3-compatible store. An upload buffers at most two parts. */
export class S3BlobStore extends BlobStore {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, endpoint, region, credentials }: S3Options) {
    super();
    this.bucket = bucket;
    this.client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      // Encryption authenticates blobs, and not every compatible store supports these checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 120_000 },
    });
  }

  async write(key: string, content: Readable, options: WriteOptions = {}): Promise<{ bytes: number }> {
    assertBlobKey(key);
    const measured = new MeasuredContent(content, options.maxBytes);
    const body = Readable.from(measured, { objectMode: false });
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.bucket, Key: key, Body: body },
      partSize: PART_BYTES,
      queueSize: 1,
    });
    const abort = () => void upload.abort();
    options.signal?.addEventListener('abort', abort, { once: true });
    try {
      options.signal?.throwIfAborted();
      await upload.done();
      return { bytes: measured.bytes };
    } catch (error) {
      body.destroy();
      content.destroy();
      options.signal?.throwIfAborted();
      throw measured.failure ? measured.failure.error : storeUnavailable(error);
    } finally {
      options.signal?.removeEventListener('abort', abort);
    }
  }

  async read(key: string): Promise<Readable> {
    assertBlobKey(key);
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return Body as Readable;
    } catch (error) {
      if (error instanceof NoSuchKey) throw new AppError('not_found', 'There is no such file');
      throw storeUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    assertBlobKey(key);
    await this.sure(() => this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  async deletePrefix(prefix: string): Promise<void> {
    assertBlobPrefix(prefix);
    await this.sure(async () => {
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) await this.deleteAll(Contents.map(({ Key }) => Key!));
    });
  }

  async *list(folder = ''): AsyncGenerator<string> {
    if (folder !== '') assertBlobPrefix(folder);
    try {
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: folder });
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) if (Key !== MARK) yield Key!;
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  /**
   * Returns the names of the files and folders directly in a folder.
   *
   * @param folder as `chats/`; or empty, for those of the bucket
   */
  async names(folder: string): Promise<string[]> {
    if (folder !== '') assertBlobPrefix(folder);
    const options = { Bucket: this.bucket, Prefix: folder, Delimiter: '/' };
    const names: string[] = [];
    try {
      for await (const { Contents = [], CommonPrefixes = [] } of paginateListObjectsV2(
        { client: this.client },
        options,
      )) {
        names.push(...Contents.map(({ Key }) => Key!.slice(folder.length)));
        names.push(...CommonPrefixes.map(({ Prefix }) => Prefix!.slice(folder.length, -1)));
      }
    } catch (error) {
      throw storeUnavailable(error);
    }
    return names;
  }

  async deleteUnfinished(before: Date): Promise<void> {
    await this.sure(async () => {
      for await (const { Key, UploadId, Initiated } of this.unfinishedUploads())
        if (Initiated && Initiated < before) await this.abortUpload({ Key, UploadId });
    });
  }

  async readMark(): Promise<string | undefined> {
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: MARK }));
      return await Body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw storeUnavailable(error);
    }
  }

  async writeMark(id: string): Promise<void> {
    await this.sure(() =>
      this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: MARK, Body: id })),
    );
  }

  /** A page has at most 1,000 of them. */
  private async *unfinishedUploads(): AsyncGenerator<MultipartUpload> {
    let after: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {};
    for (;;) {
      const page = await this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket, ...after }));
      yield* page.Uploads ?? [];
      if (!page.IsTruncated) return;
      after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  private async abortUpload({ Key, UploadId }: MultipartUpload): Promise<void> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
    } catch (error) {
      // It has ended, or another worker has already aborted it.
      if (!(error instanceof NoSuchUpload)) throw error;
    }
  }

  /** @param keys at most 1,000, which is also the length of a page */
  private async deleteAll(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    const { Errors = [] } = await this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete }));
    if (Errors.length > 0) throw new Error('The store did not delete some of the files');
  }

  private async sure<T>(work: () => Promise<T>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw storeUnavailable(error);
    }
  }
}
