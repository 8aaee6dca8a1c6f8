/**
 * How a blob is encrypted: STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM, as age does it.
 *
 * version (1 byte), salt (32), then chunks of 64 KiB plus tag (16), the last one shorter or as long. The key is
 * derived from the data key, the salt and the blob's name, so it is used for this blob alone and the nonce may
 * count: 11 bytes chunk number, 1 byte that is 1 on the last chunk. A chunk that is missing, moved, or wrongly
 * the last one does not open.
 */
export const BLOB_VERSION = 1;
export const SALT_BYTES = 32;
export const CHUNK_BYTES = 64 * 1024;
export const TAG_BYTES = 16;

export function chunkNonce(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
