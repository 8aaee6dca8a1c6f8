import iconv from 'iconv-lite';
import { UnreadableFile } from '../unreadable';

/** Formats that are written in plain characters and are not what a reader would call text. */
const OTHER_TYPE = /^(%PDF-|%!PS|\{\\rtf)/;
/** Control characters that no text has: a file with one is something else. */
const BINARY = /[^\P{Cc}\s\u007f-\u009f]/u;

/**
 * Text of unknown encoding: by its byte order mark, else UTF-8 where it is valid, else Windows-1252.
 *
 * @throws UnreadableFile `other_type` where it is not text
 */
export function decodeText(bytes: Buffer): string {
  const text = decodeMarked(bytes) ?? decodeUnmarked(bytes);
  if (OTHER_TYPE.test(text) || BINARY.test(text)) throw new UnreadableFile('other_type');
  return text;
}

function decodeMarked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be');
  return undefined;
}

function decodeUnmarked(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8. Node's own decoder mistakes Windows-1252 for Latin-1.
    return iconv.decode(bytes, 'windows-1252');
  }
}
