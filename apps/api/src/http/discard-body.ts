import type { Request } from 'express';

const MAX_BYTES = 64 * 1024 ** 2;
const MAX_MS = 10_000;

/**
 * Reads what is left of a refused body and throws it away, up to a limit: a connection that is closed while bytes
 * are on their way is reset, and the client never reads why it was refused (RFC 9112, 9.6).
 */
export async function discardBody(request: Request): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((done) => {
    let bytes = 0;
    const timeout = setTimeout(done, MAX_MS);
    const finish = () => {
      clearTimeout(timeout);
      done();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish();
    });
    request.once('close', finish);
    request.once('end', finish);
    request.resume();
  });
}
