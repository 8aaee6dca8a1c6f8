import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { S3BlobStore } from '@app/storage';
import { S3Folder } from './s3-folder';

/** A store with an answer that ends with an error. */
const storeWith = (error: Error): S3BlobStore =>
  ({
    read: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('begun');
          throw error;
        })(),
      ),
  }) as unknown as S3BlobStore;

describe('a file in S3 with an interrupted answer', () => {
  it('is a failure of the store, which is named', async () => {
    const error = Object.assign(new Error('at 10.0.0.1'), { code: 'ECONNRESET' });
    const content = await new S3Folder(storeWith(error), 'daily/').read('rows');
    await expect(text(content)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The store for backups failed: ECONNRESET',
    });
  });
});
