import { open, rm, stat } from 'node:fs/promises';
import { AppError } from '@app/common';
import { fileDigest } from './model-manifest';

export interface Download {
  url: string;
  bytes: number;
  sha256: string;
}

/**
 * Downloads to `path`, and continues an interrupted download.
 *
 * @param onProgress called with the number of bytes so far
 * @throws AppError `provider_failed` if the server cannot be reached or returns something else. The downloaded part remains
 *   for the next attempt, unless it is not the expected file.
 */
export async function downloadFile(
  { url, bytes, sha256 }: Download,
  path: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const present = await sizeOf(path);
  if (present < bytes) await fetchRest(url, path, present, bytes, onProgress);
  onProgress(bytes);
  if ((await sizeOf(path)) === bytes && (await fileDigest(path)) === sha256) return;
  await rm(path, { force: true });
  throw failed(`${new URL(url).host} sent an unexpected file: its size or SHA-256 differs`);
}

async function fetchRest(
  url: string,
  path: string,
  present: number,
  bytes: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const { host } = new URL(url);
  const response = await fetch(url, { headers: present > 0 ? { range: `bytes=${present}-` } : {} }).catch(
    (cause: unknown) => {
      throw failed(`${host} cannot be reached`, cause);
    },
  );
  if (!response.ok || !response.body) throw failed(`${host} answered with status ${response.status}`);
  // A server without range requests sends the whole file.
  let done = response.status === 206 ? present : 0;
  const file = await open(path, done > 0 ? 'a' : 'w');
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      done += chunk.length;
      if (done > bytes) throw failed(`${host} sends more than the expected ${bytes} bytes`);
      await file.write(chunk);
      onProgress(done);
    }
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : failed(`The connection to ${host} broke; try again to continue`, cause);
  } finally {
    await file.close();
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const failed = (message: string, cause?: unknown): AppError =>
  new AppError('provider_failed', message, {}, { cause });
