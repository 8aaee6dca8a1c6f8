import type { Request } from 'express';
import { AppError } from '@app/common';
import { bodyOf } from '../http/body-of';
import { isUtf8 } from '../http/json-body.interceptor';

/** The largest text of one request in bytes. */
export const MOST_TEXT_BYTES = 50 * 1024 * 1024;

const tooLarge = (): AppError =>
  new AppError('too_large', `The text is too large: at most ${MOST_TEXT_BYTES} bytes are accepted`);

/**
 * Reads the text in the body of a request, piece by piece as it arrives.
 *
 * @throws AppError `too_large`, `unsupported_media_type`, or `bad_request` if it is not UTF-8
 */
export async function* readText(request: Request): AsyncGenerator<string, void, void> {
  if ((request.get('content-encoding') ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type', 'The text must be sent without Content-Encoding');
  if (!isUtf8(request)) throw new AppError('unsupported_media_type', 'The text must be encoded in UTF-8');
  if (Number(request.get('content-length') ?? 0) > MOST_TEXT_BYTES) throw tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      throw new AppError('bad_request', 'The text is not valid UTF-8', {}, { cause });
    }
  };
  let bytes = 0;
  for await (const chunk of bodyOf(request) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_TEXT_BYTES) throw tooLarge();
    yield decode(chunk);
  }
  yield decode();
}
